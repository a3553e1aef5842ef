// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"connection.json","type":"object","required":["kind","name","connector"],"additionalProperties":false,"properties":{"kind":{"const":"connection"},"name":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},"title":{"type":"string","minLength":1},"description":{"type":"string"},"labels":{"type":"object","additionalProperties":{"type":"string"}},"connector":{"type":"string","minLength":1},"direct":{"type":"array","minItems":1,"uniqueItems":true,"items":{"enum":["operator","editor","admin"],"enumDescriptions":["Who may run flows.","Who may also change flows and propose changes.","Administrators."]},"default":["admin"]},"config":{"type":"object","additionalProperties":true,"default":{}},"maxConcurrent":{"type":"integer","minimum":1,"maximum":10000,"default":64},"subscribe":{"type":"object","additionalProperties":true}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const func0 = require("ajv/dist/runtime/equal").default;
const pattern3 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");

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
if(!(func1.call(schema19.properties, key0))){
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
if(func2(data2) < 1){
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
if(func2(data6) < 1){
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
if(data.direct !== undefined){
let data7 = data.direct;
const _errs16 = errors;
if(errors === _errs16){
if(Array.isArray(data7)){
if(data7.length < 1){
return false;
}
else {
var valid2 = true;
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
const _errs18 = errors;
if(!(((data8 === "operator") || (data8 === "editor")) || (data8 === "admin"))){
return false;
}
var valid2 = _errs18 === errors;
if(!valid2){
break;
}
}
if(valid2){
let i1 = data7.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func0(data7[i1], data7[j0])){
return false;
break outer0;
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
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.config !== undefined){
let data9 = data.config;
const _errs19 = errors;
if(errors === _errs19){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
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
if(valid0){
if(data.maxConcurrent !== undefined){
let data10 = data.maxConcurrent;
const _errs22 = errors;
if(!((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10)))){
return false;
}
if(errors === _errs22){
if(typeof data10 == "number"){
if(data10 > 10000 || isNaN(data10)){
return false;
}
else {
if(data10 < 1 || isNaN(data10)){
return false;
}
}
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.subscribe !== undefined){
let data11 = data.subscribe;
const _errs24 = errors;
if(errors === _errs24){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
}
else {
return false;
}
}
var valid0 = _errs24 === errors;
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
}
}
else {
return false;
}
}
return errors === 0;
}

