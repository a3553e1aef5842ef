// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const pattern3 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const func1 = require("ajv/dist/runtime/ucs2length").default;

function validate52(data){
/*# sourceURL="connection.json" */;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.kind === undefined) && (missing0 = "kind")) || ((data.name === undefined) && (missing0 = "name"))) || ((data.connector === undefined) && (missing0 = "connector"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "kind") || (key0 === "name")) || (key0 === "title")) || (key0 === "description")) || (key0 === "labels")) || (key0 === "connector")) || (key0 === "config")) || (key0 === "subscribe"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
const _errs2 = errors;
if("connection" !== data.kind){
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
let data1 = data.name;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern3.test(data1)){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.title !== undefined){
let data2 = data.title;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(func1(data2) < 1){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.description !== undefined){
const _errs7 = errors;
if(typeof data.description !== "string"){
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.labels !== undefined){
let data4 = data.labels;
const _errs9 = errors;
if(errors === _errs9){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key1 in data4){
const _errs12 = errors;
if(typeof data4[key1] !== "string"){
return false;
}
var valid1 = _errs12 === errors;
if(!valid1){
break;
}
}
}
else {
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.connector !== undefined){
let data6 = data.connector;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data6 === "string"){
if(func1(data6) < 1){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.config !== undefined){
let data7 = data.config;
const _errs16 = errors;
if(errors === _errs16){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
}
else {
return false;
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.subscribe !== undefined){
let data8 = data.subscribe;
const _errs19 = errors;
if(errors === _errs19){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
}
else {
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
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

