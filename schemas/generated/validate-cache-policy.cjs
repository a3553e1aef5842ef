// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"cache-policy.json","type":"object","required":["kind","name","ttl","appliesTo"],"additionalProperties":false,"properties":{"kind":{"const":"cache-policy"},"name":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},"title":{"type":"string","minLength":1},"description":{"type":"string"},"labels":{"type":"object","additionalProperties":{"type":"string"}},"ttl":{"$ref":"#/$defs/duration"},"staleWhileRevalidate":{"$ref":"#/$defs/duration"},"key":{"type":"string","minLength":1},"appliesTo":{"type":"array","minItems":1,"items":{"oneOf":[{"type":"object","required":["connection"],"additionalProperties":false,"properties":{"connection":{"type":"string","minLength":1},"action":{"type":"string","minLength":1}}},{"type":"object","required":["flow"],"additionalProperties":false,"properties":{"flow":{"type":"string","minLength":1}}}]}},"maxEntries":{"type":"integer","minimum":1}},"$defs":{"duration":{"oneOf":[{"type":"object","additionalProperties":false,"minProperties":1,"properties":{"days":{"type":"integer","minimum":0},"hours":{"type":"integer","minimum":0},"minutes":{"type":"integer","minimum":0},"seconds":{"type":"integer","minimum":0},"milliseconds":{"type":"integer","minimum":0}}},{"type":"string","pattern":"^P(?=.)(\\d+(\\.\\d+)?Y)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?W)?(\\d+(\\.\\d+)?D)?(T(?=\\d)(\\d+(\\.\\d+)?H)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?S)?)?$"}]}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern3 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const pattern4 = new RegExp("^P(?=.)(\\d+(\\.\\d+)?Y)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?W)?(\\d+(\\.\\d+)?D)?(T(?=\\d)(\\d+(\\.\\d+)?H)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?S)?)?$", "u");

function validate53(data){
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
errors++;
}
else {
const _errs3 = errors;
for(const key0 in data){
if(!(((((key0 === "days") || (key0 === "hours")) || (key0 === "minutes")) || (key0 === "seconds")) || (key0 === "milliseconds"))){
errors++;
break;
}
}
if(_errs3 === errors){
if(data.days !== undefined){
let data0 = data.days;
const _errs4 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
errors++;
}
if(errors === _errs4){
if(typeof data0 == "number"){
if(data0 < 0 || isNaN(data0)){
errors++;
}
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.hours !== undefined){
let data1 = data.hours;
const _errs6 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
errors++;
}
if(errors === _errs6){
if(typeof data1 == "number"){
if(data1 < 0 || isNaN(data1)){
errors++;
}
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.minutes !== undefined){
let data2 = data.minutes;
const _errs8 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
errors++;
}
if(errors === _errs8){
if(typeof data2 == "number"){
if(data2 < 0 || isNaN(data2)){
errors++;
}
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.seconds !== undefined){
let data3 = data.seconds;
const _errs10 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
errors++;
}
if(errors === _errs10){
if(typeof data3 == "number"){
if(data3 < 0 || isNaN(data3)){
errors++;
}
}
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.milliseconds !== undefined){
let data4 = data.milliseconds;
const _errs12 = errors;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
errors++;
}
if(errors === _errs12){
if(typeof data4 == "number"){
if(data4 < 0 || isNaN(data4)){
errors++;
}
}
}
var valid1 = _errs12 === errors;
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
else {
errors++;
}
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs14 = errors;
if(errors === _errs14){
if(typeof data === "string"){
if(!pattern4.test(data)){
errors++;
}
}
else {
errors++;
}
}
var _valid0 = _errs14 === errors;
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
errors = _errs0;
}
return errors === 0;
}


function validate52(data){
/*# sourceURL="cache-policy.json" */;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.kind === undefined) && (missing0 = "kind")) || ((data.name === undefined) && (missing0 = "name"))) || ((data.ttl === undefined) && (missing0 = "ttl"))) || ((data.appliesTo === undefined) && (missing0 = "appliesTo"))){
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
if("cache-policy" !== data.kind){
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
if(data.ttl !== undefined){
const _errs14 = errors;
if(!(validate53(data.ttl))){
errors++;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.staleWhileRevalidate !== undefined){
const _errs15 = errors;
if(!(validate53(data.staleWhileRevalidate))){
errors++;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.key !== undefined){
let data8 = data.key;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data8 === "string"){
if(func2(data8) < 1){
return false;
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
if(data.appliesTo !== undefined){
let data9 = data.appliesTo;
const _errs18 = errors;
if(errors === _errs18){
if(Array.isArray(data9)){
if(data9.length < 1){
return false;
}
else {
var valid2 = true;
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
let data10 = data9[i0];
const _errs20 = errors;
const _errs21 = errors;
let valid3 = false;
let passing0 = null;
const _errs22 = errors;
if(errors === _errs22){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing1;
if((data10.connection === undefined) && (missing1 = "connection")){
errors++;
}
else {
const _errs24 = errors;
for(const key2 in data10){
if(!((key2 === "connection") || (key2 === "action"))){
errors++;
break;
}
}
if(_errs24 === errors){
if(data10.connection !== undefined){
let data11 = data10.connection;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data11 === "string"){
if(func2(data11) < 1){
errors++;
}
}
else {
errors++;
}
}
var valid4 = _errs25 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.action !== undefined){
let data12 = data10.action;
const _errs27 = errors;
if(errors === _errs27){
if(typeof data12 === "string"){
if(func2(data12) < 1){
errors++;
}
}
else {
errors++;
}
}
var valid4 = _errs27 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs22 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs29 = errors;
if(errors === _errs29){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing2;
if((data10.flow === undefined) && (missing2 = "flow")){
errors++;
}
else {
const _errs31 = errors;
for(const key3 in data10){
if(!(key3 === "flow")){
errors++;
break;
}
}
if(_errs31 === errors){
if(data10.flow !== undefined){
let data13 = data10.flow;
const _errs32 = errors;
if(errors === _errs32){
if(typeof data13 === "string"){
if(func2(data13) < 1){
errors++;
}
}
else {
errors++;
}
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs29 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
errors++;
return false;
}
else {
errors = _errs21;
}
var valid2 = _errs20 === errors;
if(!valid2){
break;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.maxEntries !== undefined){
let data14 = data.maxEntries;
const _errs34 = errors;
if(!((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14)))){
return false;
}
if(errors === _errs34){
if(typeof data14 == "number"){
if(data14 < 1 || isNaN(data14)){
return false;
}
}
}
var valid0 = _errs34 === errors;
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

