// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const pattern3 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const func1 = require("ajv/dist/runtime/ucs2length").default;

function validate52(data){
/*# sourceURL="folio.json" */;
let errors = 0;
const _errs1 = errors;
let valid0 = false;
let passing0 = null;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.body === undefined) && (missing0 = "body")){
errors++;
}
}
var _valid0 = _errs2 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.file === undefined) && (missing1 = "file")){
errors++;
}
}
var _valid0 = _errs3 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
}
if(!valid0){
errors++;
return false;
}
else {
errors = _errs1;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((((data.kind === undefined) && (missing2 = "kind")) || ((data.name === undefined) && (missing2 = "name"))) || ((data.title === undefined) && (missing2 = "title"))){
return false;
}
else {
const _errs4 = errors;
for(const key0 in data){
if(!((((((((key0 === "kind") || (key0 === "name")) || (key0 === "title")) || (key0 === "description")) || (key0 === "labels")) || (key0 === "tags")) || (key0 === "body")) || (key0 === "file"))){
return false;
break;
}
}
if(_errs4 === errors){
if(data.kind !== undefined){
const _errs5 = errors;
if("folio" !== data.kind){
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.name !== undefined){
let data1 = data.name;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data1 === "string"){
if(!pattern3.test(data1)){
return false;
}
}
else {
return false;
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.title !== undefined){
let data2 = data.title;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data2 === "string"){
if(func1(data2) < 1){
return false;
}
}
else {
return false;
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.description !== undefined){
const _errs10 = errors;
if(typeof data.description !== "string"){
return false;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.labels !== undefined){
let data4 = data.labels;
const _errs12 = errors;
if(errors === _errs12){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key1 in data4){
const _errs15 = errors;
if(typeof data4[key1] !== "string"){
return false;
}
var valid2 = _errs15 === errors;
if(!valid2){
break;
}
}
}
else {
return false;
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.tags !== undefined){
let data6 = data.tags;
const _errs17 = errors;
if(errors === _errs17){
if(Array.isArray(data6)){
var valid3 = true;
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
const _errs19 = errors;
if(errors === _errs19){
if(typeof data7 === "string"){
if(func1(data7) < 1){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs19 === errors;
if(!valid3){
break;
}
}
}
else {
return false;
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.body !== undefined){
const _errs21 = errors;
if(typeof data.body !== "string"){
return false;
}
var valid1 = _errs21 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.file !== undefined){
let data9 = data.file;
const _errs23 = errors;
if(errors === _errs23){
if(typeof data9 === "string"){
if(func1(data9) < 1){
return false;
}
}
else {
return false;
}
}
var valid1 = _errs23 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
return false;
}
}
return errors === 0;
}

