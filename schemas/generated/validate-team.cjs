// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const pattern3 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const func1 = require("ajv/dist/runtime/ucs2length").default;

function validate52(data){
/*# sourceURL="team.json" */;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.kind === undefined) && (missing0 = "kind")) || ((data.name === undefined) && (missing0 = "name"))) || ((data.members === undefined) && (missing0 = "members"))){
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "kind") || (key0 === "name")) || (key0 === "title")) || (key0 === "description")) || (key0 === "labels")) || (key0 === "members")) || (key0 === "confined")) || (key0 === "grants"))){
return false;
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
const _errs2 = errors;
if("team" !== data.kind){
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
if(data.members !== undefined){
let data6 = data.members;
const _errs14 = errors;
if(errors === _errs14){
if(Array.isArray(data6)){
var valid2 = true;
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
const _errs16 = errors;
if(errors === _errs16){
if(typeof data7 === "string"){
if(func1(data7) < 1){
return false;
}
}
else {
return false;
}
}
var valid2 = _errs16 === errors;
if(!valid2){
break;
}
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
if(data.confined !== undefined){
const _errs18 = errors;
if(typeof data.confined !== "boolean"){
return false;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.grants !== undefined){
let data9 = data.grants;
const _errs20 = errors;
if(errors === _errs20){
if(Array.isArray(data9)){
var valid3 = true;
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
let data10 = data9[i1];
const _errs22 = errors;
if(errors === _errs22){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing1;
if((data10.role === undefined) && (missing1 = "role")){
return false;
}
else {
const _errs24 = errors;
for(const key2 in data10){
if(!(((((key2 === "role") || (key2 === "may")) || (key2 === "types")) || (key2 === "names")) || (key2 === "branches"))){
return false;
break;
}
}
if(_errs24 === errors){
if(data10.role !== undefined){
let data11 = data10.role;
const _errs25 = errors;
if(!((((data11 === "viewer") || (data11 === "operator")) || (data11 === "editor")) || (data11 === "admin"))){
return false;
}
var valid4 = _errs25 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.may !== undefined){
let data12 = data10.may;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data12)){
if(data12.length < 1){
return false;
}
else {
var valid5 = true;
const len2 = data12.length;
for(let i2=0; i2<len2; i2++){
let data13 = data12[i2];
const _errs28 = errors;
if(!((data13 === "complete-human-task") || (data13 === "approve"))){
return false;
}
var valid5 = _errs28 === errors;
if(!valid5){
break;
}
}
}
}
else {
return false;
}
}
var valid4 = _errs26 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.types !== undefined){
let data14 = data10.types;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data14)){
if(data14.length < 1){
return false;
}
else {
var valid6 = true;
const len3 = data14.length;
for(let i3=0; i3<len3; i3++){
let data15 = data14[i3];
const _errs31 = errors;
if(errors === _errs31){
if(typeof data15 === "string"){
if(func1(data15) < 1){
return false;
}
}
else {
return false;
}
}
var valid6 = _errs31 === errors;
if(!valid6){
break;
}
}
}
}
else {
return false;
}
}
var valid4 = _errs29 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.names !== undefined){
let data16 = data10.names;
const _errs33 = errors;
if(errors === _errs33){
if(Array.isArray(data16)){
if(data16.length < 1){
return false;
}
else {
var valid7 = true;
const len4 = data16.length;
for(let i4=0; i4<len4; i4++){
let data17 = data16[i4];
const _errs35 = errors;
if(errors === _errs35){
if(typeof data17 === "string"){
if(func1(data17) < 1){
return false;
}
}
else {
return false;
}
}
var valid7 = _errs35 === errors;
if(!valid7){
break;
}
}
}
}
else {
return false;
}
}
var valid4 = _errs33 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.branches !== undefined){
let data18 = data10.branches;
const _errs37 = errors;
if(errors === _errs37){
if(Array.isArray(data18)){
if(data18.length < 1){
return false;
}
else {
var valid8 = true;
const len5 = data18.length;
for(let i5=0; i5<len5; i5++){
let data19 = data18[i5];
const _errs39 = errors;
if(errors === _errs39){
if(typeof data19 === "string"){
if(func1(data19) < 1){
return false;
}
}
else {
return false;
}
}
var valid8 = _errs39 === errors;
if(!valid8){
break;
}
}
}
}
else {
return false;
}
}
var valid4 = _errs37 === errors;
}
else {
var valid4 = true;
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
var valid3 = _errs22 === errors;
if(!valid3){
break;
}
}
}
else {
return false;
}
}
var valid0 = _errs20 === errors;
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

