// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"trigger.json","type":"object","required":["kind","name","flow"],"additionalProperties":false,"properties":{"kind":{"const":"trigger"},"name":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},"title":{"type":"string","minLength":1},"description":{"type":"string"},"labels":{"type":"object","additionalProperties":{"type":"string"}},"flow":{"type":"string","minLength":1},"environment":{"type":"string","minLength":1},"input":{},"enabled":{"type":"boolean","default":true},"schedule":{"type":"object","additionalProperties":false,"properties":{"cron":{"oneOf":[{"type":"string","minLength":1,"maxLength":1000},{"type":"array","minItems":1,"maxItems":20,"items":{"type":"string","minLength":1,"maxLength":1000}}]},"every":{"$ref":"#/$defs/duration"},"after":{"$ref":"#/$defs/duration"},"timeZone":{"type":"string","minLength":1,"maxLength":100,"default":"UTC"},"missed":{"type":"string","enum":["skip","last","all"],"enumDescriptions":["None starts a run.","The last one starts a run.","Each starts a run, at most the last 100."],"default":"last"},"overlap":{"type":"string","enum":["allow","skip","queue","cancel"],"enumDescriptions":["The next run starts beside it.","The next run is left out.","The next run starts after it; at most 100 wait.","The run before is cancelled, then the next starts."],"default":"allow"},"jitter":{"$ref":"#/$defs/duration"}},"oneOf":[{"required":["cron"]},{"required":["every"]},{"required":["after"]}],"dependentRequired":{"timeZone":["cron"]}},"webhook":{"type":"object","required":["path","signature"],"additionalProperties":false,"properties":{"path":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},"signature":{"oneOf":[{"type":"object","required":["scheme","secret","key"],"additionalProperties":false,"properties":{"scheme":{"enum":["standard-webhooks","gitlab","stripe","slack"],"type":"string"},"secret":{"type":"string","minLength":1,"maxLength":500},"key":{"type":"string","minLength":1,"maxLength":200},"tolerance":{"$ref":"#/$defs/duration"}}},{"type":"object","required":["scheme","secret","key"],"additionalProperties":false,"properties":{"scheme":{"enum":["github","shopify","basic"],"type":"string"},"secret":{"type":"string","minLength":1,"maxLength":500},"key":{"type":"string","minLength":1,"maxLength":200}}},{"type":"object","required":["scheme","secret","key","header"],"additionalProperties":false,"properties":{"scheme":{"const":"hmac"},"secret":{"type":"string","minLength":1,"maxLength":500},"key":{"type":"string","minLength":1,"maxLength":200},"header":{"type":"string","pattern":"^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$"},"algorithm":{"type":"string","enum":["sha1","sha256","sha384","sha512"],"default":"sha256"},"encoding":{"type":"string","enum":["hex","base64"],"default":"hex"},"prefix":{"type":"string","maxLength":100},"timestampHeader":{"type":"string","pattern":"^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$"},"tolerance":{"$ref":"#/$defs/duration"}}},{"type":"object","required":["scheme","secret","key","header"],"additionalProperties":false,"properties":{"scheme":{"const":"header"},"secret":{"type":"string","minLength":1,"maxLength":500},"key":{"type":"string","minLength":1,"maxLength":200},"header":{"type":"string","pattern":"^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$"}}},{"type":"object","required":["scheme"],"additionalProperties":false,"properties":{"scheme":{"const":"none"}}}]},"verify":{"type":"object","required":["query","answer"],"additionalProperties":false,"properties":{"query":{"type":"object","minProperties":1,"maxProperties":20,"additionalProperties":{"oneOf":[{"type":"string","maxLength":1000},{"type":"object","required":["secret","key"],"additionalProperties":false,"properties":{"secret":{"type":"string","minLength":1,"maxLength":500},"key":{"type":"string","minLength":1,"maxLength":200}}}]}},"answer":{}}},"respond":{"type":"string","enum":["accepted","output"],"enumDescriptions":["202 with the id of the run, at once.","The output of the flow, once it has ended."],"default":"accepted"},"dedupe":{"type":"string","minLength":1}}},"event":{"type":"object","additionalProperties":false,"properties":{"with":{"$ref":"#/$defs/eventAttributes"},"from":{"type":"string","minLength":1},"read":{"type":"string","enum":["data","envelope"],"enumDescriptions":["The data of the event.","The event with all attributes."],"default":"data"},"dedupe":{"type":"string","minLength":1}},"anyOf":[{"required":["with"]},{"required":["from"]}]}},"oneOf":[{"required":["schedule"]},{"required":["webhook"]},{"required":["event"]}],"$defs":{"duration":{"oneOf":[{"type":"object","additionalProperties":false,"minProperties":1,"properties":{"days":{"type":"integer","minimum":0},"hours":{"type":"integer","minimum":0},"minutes":{"type":"integer","minimum":0},"seconds":{"type":"integer","minimum":0},"milliseconds":{"type":"integer","minimum":0}}},{"type":"string","pattern":"^P(?=.)(\\d+(\\.\\d+)?Y)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?W)?(\\d+(\\.\\d+)?D)?(T(?=\\d)(\\d+(\\.\\d+)?H)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?S)?)?$"}]},"eventAttributes":{"type":"object","minProperties":1,"additionalProperties":true,"properties":{"id":{"type":"string"},"source":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"type":{"type":"string"},"time":{"type":"string","pattern":"^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:?\\d\\d)$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$"},"subject":{"type":"string"},"datacontenttype":{"type":"string"},"dataschema":{"type":"string","pattern":"^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$"},"data":{}}}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern3 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const pattern6 = new RegExp("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$", "u");
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

const pattern9 = new RegExp("^\\s*\\$\\{[\\s\\S]+\\}\\s*$|^(?!\\s*\\$\\{)([^\\s{}]|\\{[^\\s{}]+\\})+$", "u");
const pattern10 = new RegExp("^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:?\\d\\d)$|^\\s*\\$\\{[\\s\\S]+\\}\\s*$", "u");

function validate59(data){
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
return false;
}
else {
if(data.id !== undefined){
const _errs2 = errors;
if(typeof data.id !== "string"){
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.source !== undefined){
let data1 = data.source;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern9.test(data1)){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
const _errs6 = errors;
if(typeof data.type !== "string"){
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.time !== undefined){
let data3 = data.time;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(!pattern10.test(data3)){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.subject !== undefined){
const _errs10 = errors;
if(typeof data.subject !== "string"){
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.datacontenttype !== undefined){
const _errs12 = errors;
if(typeof data.datacontenttype !== "string"){
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dataschema !== undefined){
let data6 = data.dataschema;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data6 === "string"){
if(!pattern9.test(data6)){
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


function validate52(data){
/*# sourceURL="trigger.json" */;
let errors = 0;
const _errs1 = errors;
let valid0 = false;
let passing0 = null;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.schedule === undefined) && (missing0 = "schedule")){
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
if((data.webhook === undefined) && (missing1 = "webhook")){
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
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.event === undefined) && (missing2 = "event")){
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
}
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
let missing3;
if((((data.kind === undefined) && (missing3 = "kind")) || ((data.name === undefined) && (missing3 = "name"))) || ((data.flow === undefined) && (missing3 = "flow"))){
return false;
}
else {
const _errs5 = errors;
for(const key0 in data){
if(!(func1.call(schema19.properties, key0))){
return false;
break;
}
}
if(_errs5 === errors){
if(data.kind !== undefined){
const _errs6 = errors;
if("trigger" !== data.kind){
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.name !== undefined){
let data1 = data.name;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data1 === "string"){
if(!pattern3.test(data1)){
return false;
}
}
else {
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.title !== undefined){
let data2 = data.title;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data2 === "string"){
if(func2(data2) < 1){
return false;
}
}
else {
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.description !== undefined){
const _errs11 = errors;
if(typeof data.description !== "string"){
return false;
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.labels !== undefined){
let data4 = data.labels;
const _errs13 = errors;
if(errors === _errs13){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key1 in data4){
const _errs16 = errors;
if(typeof data4[key1] !== "string"){
return false;
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
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.flow !== undefined){
let data6 = data.flow;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data6 === "string"){
if(func2(data6) < 1){
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
if(data.environment !== undefined){
let data7 = data.environment;
const _errs20 = errors;
if(errors === _errs20){
if(typeof data7 === "string"){
if(func2(data7) < 1){
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
if(data.enabled !== undefined){
const _errs22 = errors;
if(typeof data.enabled !== "boolean"){
return false;
}
var valid1 = _errs22 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.schedule !== undefined){
let data9 = data.schedule;
const _errs24 = errors;
const _errs26 = errors;
let valid3 = false;
let passing1 = null;
const _errs27 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing4;
if((data9.cron === undefined) && (missing4 = "cron")){
errors++;
}
}
var _valid1 = _errs27 === errors;
if(_valid1){
valid3 = true;
passing1 = 0;
}
const _errs28 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing5;
if((data9.every === undefined) && (missing5 = "every")){
errors++;
}
}
var _valid1 = _errs28 === errors;
if(_valid1 && valid3){
valid3 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid3 = true;
passing1 = 1;
}
const _errs29 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing6;
if((data9.after === undefined) && (missing6 = "after")){
errors++;
}
}
var _valid1 = _errs29 === errors;
if(_valid1 && valid3){
valid3 = false;
passing1 = [passing1, 2];
}
else {
if(_valid1){
valid3 = true;
passing1 = 2;
}
}
}
if(!valid3){
errors++;
return false;
}
else {
errors = _errs26;
}
if(errors === _errs24){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
const _errs30 = errors;
for(const key2 in data9){
if(!(((((((key2 === "cron") || (key2 === "every")) || (key2 === "after")) || (key2 === "timeZone")) || (key2 === "missed")) || (key2 === "overlap")) || (key2 === "jitter"))){
return false;
break;
}
}
if(_errs30 === errors){
if(data9.cron !== undefined){
let data10 = data9.cron;
const _errs31 = errors;
const _errs32 = errors;
let valid5 = false;
let passing2 = null;
const _errs33 = errors;
if(errors === _errs33){
if(typeof data10 === "string"){
if(func2(data10) > 1000){
errors++;
}
else {
if(func2(data10) < 1){
errors++;
}
}
}
else {
errors++;
}
}
var _valid2 = _errs33 === errors;
if(_valid2){
valid5 = true;
passing2 = 0;
}
const _errs35 = errors;
if(errors === _errs35){
if(Array.isArray(data10)){
if(data10.length > 20){
errors++;
}
else {
if(data10.length < 1){
errors++;
}
else {
var valid6 = true;
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
let data11 = data10[i0];
const _errs37 = errors;
if(errors === _errs37){
if(typeof data11 === "string"){
if(func2(data11) > 1000){
errors++;
}
else {
if(func2(data11) < 1){
errors++;
}
}
}
else {
errors++;
}
}
var valid6 = _errs37 === errors;
if(!valid6){
break;
}
}
}
}
}
else {
errors++;
}
}
var _valid2 = _errs35 === errors;
if(_valid2 && valid5){
valid5 = false;
passing2 = [passing2, 1];
}
else {
if(_valid2){
valid5 = true;
passing2 = 1;
}
}
if(!valid5){
errors++;
return false;
}
else {
errors = _errs32;
}
var valid4 = _errs31 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.every !== undefined){
const _errs39 = errors;
if(!(validate53(data9.every))){
errors++;
}
var valid4 = _errs39 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.after !== undefined){
const _errs40 = errors;
if(!(validate53(data9.after))){
errors++;
}
var valid4 = _errs40 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.timeZone !== undefined){
let data14 = data9.timeZone;
const _errs41 = errors;
if(errors === _errs41){
if(typeof data14 === "string"){
if(func2(data14) > 100){
return false;
}
else {
if(func2(data14) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid4 = _errs41 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.missed !== undefined){
let data15 = data9.missed;
const _errs43 = errors;
if(typeof data15 !== "string"){
return false;
}
if(!(((data15 === "skip") || (data15 === "last")) || (data15 === "all"))){
return false;
}
var valid4 = _errs43 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.overlap !== undefined){
let data16 = data9.overlap;
const _errs45 = errors;
if(typeof data16 !== "string"){
return false;
}
if(!((((data16 === "allow") || (data16 === "skip")) || (data16 === "queue")) || (data16 === "cancel"))){
return false;
}
var valid4 = _errs45 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.jitter !== undefined){
const _errs47 = errors;
if(!(validate53(data9.jitter))){
errors++;
}
var valid4 = _errs47 === errors;
}
else {
var valid4 = true;
}
if(valid4){
let missing7;
if(data9.timeZone !== undefined && ((data9.cron === undefined) && (missing7 = "cron"))){
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
else {
return false;
}
}
var valid1 = _errs24 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.webhook !== undefined){
let data18 = data.webhook;
const _errs48 = errors;
if(errors === _errs48){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
let missing8;
if(((data18.path === undefined) && (missing8 = "path")) || ((data18.signature === undefined) && (missing8 = "signature"))){
return false;
}
else {
const _errs50 = errors;
for(const key3 in data18){
if(!(((((key3 === "path") || (key3 === "signature")) || (key3 === "verify")) || (key3 === "respond")) || (key3 === "dedupe"))){
return false;
break;
}
}
if(_errs50 === errors){
if(data18.path !== undefined){
let data19 = data18.path;
const _errs51 = errors;
if(errors === _errs51){
if(typeof data19 === "string"){
if(!pattern3.test(data19)){
return false;
}
}
else {
return false;
}
}
var valid7 = _errs51 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data18.signature !== undefined){
let data20 = data18.signature;
const _errs53 = errors;
const _errs54 = errors;
let valid8 = false;
let passing3 = null;
const _errs55 = errors;
if(errors === _errs55){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
let missing9;
if((((data20.scheme === undefined) && (missing9 = "scheme")) || ((data20.secret === undefined) && (missing9 = "secret"))) || ((data20.key === undefined) && (missing9 = "key"))){
errors++;
}
else {
const _errs57 = errors;
for(const key4 in data20){
if(!((((key4 === "scheme") || (key4 === "secret")) || (key4 === "key")) || (key4 === "tolerance"))){
errors++;
break;
}
}
if(_errs57 === errors){
if(data20.scheme !== undefined){
let data21 = data20.scheme;
const _errs58 = errors;
if(typeof data21 !== "string"){
errors++;
}
if(!((((data21 === "standard-webhooks") || (data21 === "gitlab")) || (data21 === "stripe")) || (data21 === "slack"))){
errors++;
}
var valid9 = _errs58 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data20.secret !== undefined){
let data22 = data20.secret;
const _errs60 = errors;
if(errors === _errs60){
if(typeof data22 === "string"){
if(func2(data22) > 500){
errors++;
}
else {
if(func2(data22) < 1){
errors++;
}
}
}
else {
errors++;
}
}
var valid9 = _errs60 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data20.key !== undefined){
let data23 = data20.key;
const _errs62 = errors;
if(errors === _errs62){
if(typeof data23 === "string"){
if(func2(data23) > 200){
errors++;
}
else {
if(func2(data23) < 1){
errors++;
}
}
}
else {
errors++;
}
}
var valid9 = _errs62 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data20.tolerance !== undefined){
const _errs64 = errors;
if(!(validate53(data20.tolerance))){
errors++;
}
var valid9 = _errs64 === errors;
}
else {
var valid9 = true;
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
var _valid3 = _errs55 === errors;
if(_valid3){
valid8 = true;
passing3 = 0;
}
const _errs65 = errors;
if(errors === _errs65){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
let missing10;
if((((data20.scheme === undefined) && (missing10 = "scheme")) || ((data20.secret === undefined) && (missing10 = "secret"))) || ((data20.key === undefined) && (missing10 = "key"))){
errors++;
}
else {
const _errs67 = errors;
for(const key5 in data20){
if(!(((key5 === "scheme") || (key5 === "secret")) || (key5 === "key"))){
errors++;
break;
}
}
if(_errs67 === errors){
if(data20.scheme !== undefined){
let data25 = data20.scheme;
const _errs68 = errors;
if(typeof data25 !== "string"){
errors++;
}
if(!(((data25 === "github") || (data25 === "shopify")) || (data25 === "basic"))){
errors++;
}
var valid10 = _errs68 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data20.secret !== undefined){
let data26 = data20.secret;
const _errs70 = errors;
if(errors === _errs70){
if(typeof data26 === "string"){
if(func2(data26) > 500){
errors++;
}
else {
if(func2(data26) < 1){
errors++;
}
}
}
else {
errors++;
}
}
var valid10 = _errs70 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data20.key !== undefined){
let data27 = data20.key;
const _errs72 = errors;
if(errors === _errs72){
if(typeof data27 === "string"){
if(func2(data27) > 200){
errors++;
}
else {
if(func2(data27) < 1){
errors++;
}
}
}
else {
errors++;
}
}
var valid10 = _errs72 === errors;
}
else {
var valid10 = true;
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
var _valid3 = _errs65 === errors;
if(_valid3 && valid8){
valid8 = false;
passing3 = [passing3, 1];
}
else {
if(_valid3){
valid8 = true;
passing3 = 1;
}
const _errs74 = errors;
if(errors === _errs74){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
let missing11;
if(((((data20.scheme === undefined) && (missing11 = "scheme")) || ((data20.secret === undefined) && (missing11 = "secret"))) || ((data20.key === undefined) && (missing11 = "key"))) || ((data20.header === undefined) && (missing11 = "header"))){
errors++;
}
else {
const _errs76 = errors;
for(const key6 in data20){
if(!(func1.call(schema19.properties.webhook.properties.signature.oneOf[2].properties, key6))){
errors++;
break;
}
}
if(_errs76 === errors){
if(data20.scheme !== undefined){
const _errs77 = errors;
if("hmac" !== data20.scheme){
errors++;
}
var valid11 = _errs77 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data20.secret !== undefined){
let data29 = data20.secret;
const _errs78 = errors;
if(errors === _errs78){
if(typeof data29 === "string"){
if(func2(data29) > 500){
errors++;
}
else {
if(func2(data29) < 1){
errors++;
}
}
}
else {
errors++;
}
}
var valid11 = _errs78 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data20.key !== undefined){
let data30 = data20.key;
const _errs80 = errors;
if(errors === _errs80){
if(typeof data30 === "string"){
if(func2(data30) > 200){
errors++;
}
else {
if(func2(data30) < 1){
errors++;
}
}
}
else {
errors++;
}
}
var valid11 = _errs80 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data20.header !== undefined){
let data31 = data20.header;
const _errs82 = errors;
if(errors === _errs82){
if(typeof data31 === "string"){
if(!pattern6.test(data31)){
errors++;
}
}
else {
errors++;
}
}
var valid11 = _errs82 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data20.algorithm !== undefined){
let data32 = data20.algorithm;
const _errs84 = errors;
if(typeof data32 !== "string"){
errors++;
}
if(!((((data32 === "sha1") || (data32 === "sha256")) || (data32 === "sha384")) || (data32 === "sha512"))){
errors++;
}
var valid11 = _errs84 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data20.encoding !== undefined){
let data33 = data20.encoding;
const _errs86 = errors;
if(typeof data33 !== "string"){
errors++;
}
if(!((data33 === "hex") || (data33 === "base64"))){
errors++;
}
var valid11 = _errs86 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data20.prefix !== undefined){
let data34 = data20.prefix;
const _errs88 = errors;
if(errors === _errs88){
if(typeof data34 === "string"){
if(func2(data34) > 100){
errors++;
}
}
else {
errors++;
}
}
var valid11 = _errs88 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data20.timestampHeader !== undefined){
let data35 = data20.timestampHeader;
const _errs90 = errors;
if(errors === _errs90){
if(typeof data35 === "string"){
if(!pattern6.test(data35)){
errors++;
}
}
else {
errors++;
}
}
var valid11 = _errs90 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data20.tolerance !== undefined){
const _errs92 = errors;
if(!(validate53(data20.tolerance))){
errors++;
}
var valid11 = _errs92 === errors;
}
else {
var valid11 = true;
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
errors++;
}
}
var _valid3 = _errs74 === errors;
if(_valid3 && valid8){
valid8 = false;
passing3 = [passing3, 2];
}
else {
if(_valid3){
valid8 = true;
passing3 = 2;
}
const _errs93 = errors;
if(errors === _errs93){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
let missing12;
if(((((data20.scheme === undefined) && (missing12 = "scheme")) || ((data20.secret === undefined) && (missing12 = "secret"))) || ((data20.key === undefined) && (missing12 = "key"))) || ((data20.header === undefined) && (missing12 = "header"))){
errors++;
}
else {
const _errs95 = errors;
for(const key7 in data20){
if(!((((key7 === "scheme") || (key7 === "secret")) || (key7 === "key")) || (key7 === "header"))){
errors++;
break;
}
}
if(_errs95 === errors){
if(data20.scheme !== undefined){
const _errs96 = errors;
if("header" !== data20.scheme){
errors++;
}
var valid12 = _errs96 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data20.secret !== undefined){
let data38 = data20.secret;
const _errs97 = errors;
if(errors === _errs97){
if(typeof data38 === "string"){
if(func2(data38) > 500){
errors++;
}
else {
if(func2(data38) < 1){
errors++;
}
}
}
else {
errors++;
}
}
var valid12 = _errs97 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data20.key !== undefined){
let data39 = data20.key;
const _errs99 = errors;
if(errors === _errs99){
if(typeof data39 === "string"){
if(func2(data39) > 200){
errors++;
}
else {
if(func2(data39) < 1){
errors++;
}
}
}
else {
errors++;
}
}
var valid12 = _errs99 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data20.header !== undefined){
let data40 = data20.header;
const _errs101 = errors;
if(errors === _errs101){
if(typeof data40 === "string"){
if(!pattern6.test(data40)){
errors++;
}
}
else {
errors++;
}
}
var valid12 = _errs101 === errors;
}
else {
var valid12 = true;
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
var _valid3 = _errs93 === errors;
if(_valid3 && valid8){
valid8 = false;
passing3 = [passing3, 3];
}
else {
if(_valid3){
valid8 = true;
passing3 = 3;
}
const _errs103 = errors;
if(errors === _errs103){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
let missing13;
if((data20.scheme === undefined) && (missing13 = "scheme")){
errors++;
}
else {
const _errs105 = errors;
for(const key8 in data20){
if(!(key8 === "scheme")){
errors++;
break;
}
}
if(_errs105 === errors){
if(data20.scheme !== undefined){
if("none" !== data20.scheme){
errors++;
}
}
}
}
}
else {
errors++;
}
}
var _valid3 = _errs103 === errors;
if(_valid3 && valid8){
valid8 = false;
passing3 = [passing3, 4];
}
else {
if(_valid3){
valid8 = true;
passing3 = 4;
}
}
}
}
}
if(!valid8){
errors++;
return false;
}
else {
errors = _errs54;
}
var valid7 = _errs53 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data18.verify !== undefined){
let data42 = data18.verify;
const _errs107 = errors;
if(errors === _errs107){
if(data42 && typeof data42 == "object" && !Array.isArray(data42)){
let missing14;
if(((data42.query === undefined) && (missing14 = "query")) || ((data42.answer === undefined) && (missing14 = "answer"))){
return false;
}
else {
const _errs109 = errors;
for(const key9 in data42){
if(!((key9 === "query") || (key9 === "answer"))){
return false;
break;
}
}
if(_errs109 === errors){
if(data42.query !== undefined){
let data43 = data42.query;
const _errs110 = errors;
if(errors === _errs110){
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
if(Object.keys(data43).length > 20){
return false;
}
else {
if(Object.keys(data43).length < 1){
return false;
}
else {
for(const key10 in data43){
let data44 = data43[key10];
const _errs113 = errors;
const _errs114 = errors;
let valid16 = false;
let passing4 = null;
const _errs115 = errors;
if(errors === _errs115){
if(typeof data44 === "string"){
if(func2(data44) > 1000){
errors++;
}
}
else {
errors++;
}
}
var _valid4 = _errs115 === errors;
if(_valid4){
valid16 = true;
passing4 = 0;
}
const _errs117 = errors;
if(errors === _errs117){
if(data44 && typeof data44 == "object" && !Array.isArray(data44)){
let missing15;
if(((data44.secret === undefined) && (missing15 = "secret")) || ((data44.key === undefined) && (missing15 = "key"))){
errors++;
}
else {
const _errs119 = errors;
for(const key11 in data44){
if(!((key11 === "secret") || (key11 === "key"))){
errors++;
break;
}
}
if(_errs119 === errors){
if(data44.secret !== undefined){
let data45 = data44.secret;
const _errs120 = errors;
if(errors === _errs120){
if(typeof data45 === "string"){
if(func2(data45) > 500){
errors++;
}
else {
if(func2(data45) < 1){
errors++;
}
}
}
else {
errors++;
}
}
var valid17 = _errs120 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data44.key !== undefined){
let data46 = data44.key;
const _errs122 = errors;
if(errors === _errs122){
if(typeof data46 === "string"){
if(func2(data46) > 200){
errors++;
}
else {
if(func2(data46) < 1){
errors++;
}
}
}
else {
errors++;
}
}
var valid17 = _errs122 === errors;
}
else {
var valid17 = true;
}
}
}
}
}
else {
errors++;
}
}
var _valid4 = _errs117 === errors;
if(_valid4 && valid16){
valid16 = false;
passing4 = [passing4, 1];
}
else {
if(_valid4){
valid16 = true;
passing4 = 1;
}
}
if(!valid16){
errors++;
return false;
}
else {
errors = _errs114;
}
var valid15 = _errs113 === errors;
if(!valid15){
break;
}
}
}
}
}
else {
return false;
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
var valid7 = _errs107 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data18.respond !== undefined){
let data47 = data18.respond;
const _errs124 = errors;
if(typeof data47 !== "string"){
return false;
}
if(!((data47 === "accepted") || (data47 === "output"))){
return false;
}
var valid7 = _errs124 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data18.dedupe !== undefined){
let data48 = data18.dedupe;
const _errs126 = errors;
if(errors === _errs126){
if(typeof data48 === "string"){
if(func2(data48) < 1){
return false;
}
}
else {
return false;
}
}
var valid7 = _errs126 === errors;
}
else {
var valid7 = true;
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
var valid1 = _errs48 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.event !== undefined){
let data49 = data.event;
const _errs128 = errors;
const _errs130 = errors;
let valid18 = false;
const _errs131 = errors;
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
let missing16;
if((data49.with === undefined) && (missing16 = "with")){
errors++;
}
}
var _valid5 = _errs131 === errors;
valid18 = valid18 || _valid5;
if(!valid18){
const _errs132 = errors;
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
let missing17;
if((data49.from === undefined) && (missing17 = "from")){
errors++;
}
}
var _valid5 = _errs132 === errors;
valid18 = valid18 || _valid5;
}
if(!valid18){
errors++;
return false;
}
else {
errors = _errs130;
}
if(errors === _errs128){
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
const _errs133 = errors;
for(const key12 in data49){
if(!((((key12 === "with") || (key12 === "from")) || (key12 === "read")) || (key12 === "dedupe"))){
return false;
break;
}
}
if(_errs133 === errors){
if(data49.with !== undefined){
const _errs134 = errors;
if(!(validate59(data49.with))){
errors++;
}
var valid19 = _errs134 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data49.from !== undefined){
let data51 = data49.from;
const _errs135 = errors;
if(errors === _errs135){
if(typeof data51 === "string"){
if(func2(data51) < 1){
return false;
}
}
else {
return false;
}
}
var valid19 = _errs135 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data49.read !== undefined){
let data52 = data49.read;
const _errs137 = errors;
if(typeof data52 !== "string"){
return false;
}
if(!((data52 === "data") || (data52 === "envelope"))){
return false;
}
var valid19 = _errs137 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data49.dedupe !== undefined){
let data53 = data49.dedupe;
const _errs139 = errors;
if(errors === _errs139){
if(typeof data53 === "string"){
if(func2(data53) < 1){
return false;
}
}
else {
return false;
}
}
var valid19 = _errs139 === errors;
}
else {
var valid19 = true;
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
var valid1 = _errs128 === errors;
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
}
}
else {
return false;
}
}
return errors === 0;
}

