// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"script.json","type":"object","required":["kind","name","language"],"additionalProperties":false,"properties":{"kind":{"const":"script"},"name":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},"title":{"type":"string","minLength":1},"description":{"type":"string"},"labels":{"type":"object","additionalProperties":{"type":"string"}},"language":{"enum":["js","python","shell"],"enumDescriptions":["JavaScript, in the sandbox.","Python, as a process.","Shell, as a process."]},"code":{"type":"string","minLength":1},"file":{"type":"string","minLength":1},"parameters":{"type":["object","boolean"]}},"oneOf":[{"required":["code"]},{"required":["file"]}]};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern3 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");

function validate52(data){
/*# sourceURL="script.json" */;
let errors = 0;
const _errs1 = errors;
let valid0 = false;
let passing0 = null;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.code === undefined) && (missing0 = "code")){
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
if((((data.kind === undefined) && (missing2 = "kind")) || ((data.name === undefined) && (missing2 = "name"))) || ((data.language === undefined) && (missing2 = "language"))){
return false;
}
else {
const _errs4 = errors;
for(const key0 in data){
if(!(func1.call(schema19.properties, key0))){
return false;
break;
}
}
if(_errs4 === errors){
if(data.kind !== undefined){
const _errs5 = errors;
if("script" !== data.kind){
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
if(func2(data2) < 1){
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
if(data.language !== undefined){
let data6 = data.language;
const _errs17 = errors;
if(!(((data6 === "js") || (data6 === "python")) || (data6 === "shell"))){
return false;
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.code !== undefined){
let data7 = data.code;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data7 === "string"){
if(func2(data7) < 1){
return false;
}
}
else {
return false;
}
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.file !== undefined){
let data8 = data.file;
const _errs20 = errors;
if(errors === _errs20){
if(typeof data8 === "string"){
if(func2(data8) < 1){
return false;
}
}
else {
return false;
}
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.parameters !== undefined){
let data9 = data.parameters;
const _errs22 = errors;
if((!(data9 && typeof data9 == "object" && !Array.isArray(data9))) && (typeof data9 !== "boolean")){
return false;
}
var valid1 = _errs22 === errors;
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
}
else {
return false;
}
}
return errors === 0;
}

