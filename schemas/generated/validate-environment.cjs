// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"environment.json","type":"object","required":["kind","name"],"additionalProperties":false,"properties":{"kind":{"const":"environment"},"name":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},"title":{"type":"string","minLength":1},"description":{"type":"string"},"labels":{"type":"object","additionalProperties":{"type":"string"}},"default":{"type":"boolean","default":false},"variables":{"type":"object","propertyNames":{"pattern":"^[A-Za-z_][A-Za-z0-9_-]{0,127}$"},"additionalProperties":{}},"connections":{"type":"object","additionalProperties":{"type":"object","additionalProperties":false,"properties":{"config":{"type":"object","additionalProperties":true}}}},"branches":{"type":"array","maxItems":100,"uniqueItems":true,"items":{"type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\s\\\\~^:?\\[\\]{}]+$"}},"secrets":{"type":"string","pattern":"^(?![Pp][Ll][Aa][Tt][Ff][Oo][Rr][Mm](?:/|$))[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*/?$"},"hosts":{"type":"array","maxItems":100,"uniqueItems":true,"items":{"type":"string","minLength":1,"maxLength":300,"pattern":"^([a-z][a-z0-9+.-]*://)?([*][.][A-Za-z0-9_-]+[.])?([A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?$"}}},"dependentRequired":{"branches":["secrets"]}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern3 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const pattern4 = new RegExp("^[A-Za-z_][A-Za-z0-9_-]{0,127}$", "u");
const pattern5 = new RegExp("^[^\\s\\\\~^:?\\[\\]{}]+$", "u");
const pattern6 = new RegExp("^(?![Pp][Ll][Aa][Tt][Ff][Oo][Rr][Mm](?:/|$))[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*/?$", "u");
const pattern7 = new RegExp("^([a-z][a-z0-9+.-]*://)?([*][.][A-Za-z0-9_-]+[.])?([A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?$", "u");

function validate52(data){
/*# sourceURL="environment.json" */;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.kind === undefined) && (missing0 = "kind")) || ((data.name === undefined) && (missing0 = "name"))){
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
if("environment" !== data.kind){
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
if(data.default !== undefined){
const _errs14 = errors;
if(typeof data.default !== "boolean"){
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.variables !== undefined){
let data7 = data.variables;
const _errs16 = errors;
if(errors === _errs16){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
for(const key2 in data7){
const _errs18 = errors;
if(typeof key2 === "string"){
if(!pattern4.test(key2)){
errors++;
}
}
var valid2 = _errs18 === errors;
if(!valid2){
errors++;
return false;
break;
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
if(data.connections !== undefined){
let data8 = data.connections;
const _errs20 = errors;
if(errors === _errs20){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key3 in data8){
let data9 = data8[key3];
const _errs23 = errors;
if(errors === _errs23){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
const _errs25 = errors;
for(const key4 in data9){
if(!(key4 === "config")){
return false;
break;
}
}
if(_errs25 === errors){
if(data9.config !== undefined){
let data10 = data9.config;
const _errs26 = errors;
if(errors === _errs26){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
}
else {
return false;
}
}
}
}
}
else {
return false;
}
}
var valid3 = _errs23 === errors;
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
if(valid0){
if(data.branches !== undefined){
let data11 = data.branches;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data11)){
if(data11.length > 100){
return false;
}
else {
var valid5 = true;
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
let data12 = data11[i0];
const _errs31 = errors;
if(errors === _errs31){
if(typeof data12 === "string"){
if(func2(data12) > 200){
return false;
}
else {
if(func2(data12) < 1){
return false;
}
else {
if(!pattern5.test(data12)){
return false;
}
}
}
}
else {
return false;
}
}
var valid5 = _errs31 === errors;
if(!valid5){
break;
}
}
if(valid5){
let i1 = data11.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data11[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
return false;
break;
}
indices0[item0] = i1;
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.secrets !== undefined){
let data13 = data.secrets;
const _errs33 = errors;
if(errors === _errs33){
if(typeof data13 === "string"){
if(!pattern6.test(data13)){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.hosts !== undefined){
let data14 = data.hosts;
const _errs35 = errors;
if(errors === _errs35){
if(Array.isArray(data14)){
if(data14.length > 100){
return false;
}
else {
var valid7 = true;
const len1 = data14.length;
for(let i2=0; i2<len1; i2++){
let data15 = data14[i2];
const _errs37 = errors;
if(errors === _errs37){
if(typeof data15 === "string"){
if(func2(data15) > 300){
return false;
}
else {
if(func2(data15) < 1){
return false;
}
else {
if(!pattern7.test(data15)){
return false;
}
}
}
}
else {
return false;
}
}
var valid7 = _errs37 === errors;
if(!valid7){
break;
}
}
if(valid7){
let i3 = data14.length;
let j1;
if(i3 > 1){
const indices1 = {};
for(;i3--;){
let item1 = data14[i3];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
return false;
break;
}
indices1[item1] = i3;
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
let missing1;
if(data.branches !== undefined && ((data.secrets === undefined) && (missing1 = "secrets"))){
return false;
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
}
}
else {
return false;
}
}
return errors === 0;
}

