// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"settings.json","type":"object","additionalProperties":false,"properties":{"Server":{"type":"object","additionalProperties":false,"default":{},"properties":{"Host":{"type":"string","minLength":1,"default":"127.0.0.1"},"Port":{"type":"integer","minimum":0,"maximum":65535,"default":7420},"BaseUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"}}},"Git":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":true},"Remote":{"type":"string","minLength":1},"Branch":{"type":"string","minLength":1},"PollInterval":{"type":"integer","minimum":1,"maximum":86400,"default":30},"ProtectedBranches":{"type":"array","items":{"type":"string","minLength":1}},"ActiveBranches":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"Directory":{"type":"string","minLength":1}}},"LocalOverlay":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":false},"Directory":{"type":"string","minLength":1}}},"Database":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^postgres(ql)?://","x-secret":true}}},"Secrets":{"type":"object","additionalProperties":false,"default":{},"properties":{"MasterKey":{"type":"string","minLength":1,"x-secret":true},"MasterKeyFile":{"type":"string","minLength":1}}},"Auth":{"type":"object","additionalProperties":false,"default":{},"properties":{}},"Limits":{"type":"object","additionalProperties":false,"default":{},"properties":{"RequestBody":{"type":"integer","minimum":1024,"maximum":104857600,"default":1048576},"YamlFile":{"type":"integer","minimum":1024,"maximum":16777216,"default":1048576},"YamlDepth":{"type":"integer","minimum":8,"maximum":500,"default":100},"YamlAliases":{"type":"integer","minimum":0,"maximum":10000,"default":100},"FlowInput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"TaskOutput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"RunLog":{"type":"integer","minimum":1024,"maximum":1073741824,"default":10485760},"ListPage":{"type":"integer","minimum":1,"maximum":1000,"default":200},"FlowDuration":{"type":"integer","minimum":1,"maximum":31536000,"default":86400},"ConcurrentRuns":{"type":"integer","minimum":1,"maximum":100000,"default":256},"PendingRuns":{"type":"integer","minimum":1,"maximum":10000000,"default":100000},"RequestsPerMinute":{"type":"integer","minimum":1,"maximum":10000000,"default":600},"SignInsPerMinute":{"type":"integer","minimum":1,"maximum":10000,"default":10}}},"Flows":{"type":"object","additionalProperties":false,"default":{},"properties":{"AllowPrivateNetworks":{"type":"boolean","default":false},"AllowProcesses":{"type":"boolean","default":false}}},"Connectors":{"type":"object","additionalProperties":false,"default":{},"properties":{"Packages":{"type":"array","items":{"type":"string","minLength":1},"default":[]}}},"Telemetry":{"type":"object","additionalProperties":false,"default":{},"properties":{"LogLevel":{"type":"string","enum":["silent","fatal","error","warn","info","debug","trace"],"default":"info"}}},"DataDirectory":{"type":"string","minLength":1,"default":".svc"}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern3 = new RegExp("^https?://[^\\s]*[^\\s/]$", "u");
const pattern4 = new RegExp("^postgres(ql)?://", "u");

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="settings.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(func1.call(schema19.properties, key0))){
validate52.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.Server !== undefined){
let data0 = data.Server;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
const _errs4 = errors;
for(const key1 in data0){
if(!(((key1 === "Host") || (key1 === "Port")) || (key1 === "BaseUrl"))){
validate52.errors = [{instancePath:instancePath+"/Server",schemaPath:"#/properties/Server/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.Host !== undefined){
let data1 = data0.Host;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(func2(data1) < 1){
validate52.errors = [{instancePath:instancePath+"/Server/Host",schemaPath:"#/properties/Server/properties/Host/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Server/Host",schemaPath:"#/properties/Server/properties/Host/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.Port !== undefined){
let data2 = data0.Port;
const _errs7 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
validate52.errors = [{instancePath:instancePath+"/Server/Port",schemaPath:"#/properties/Server/properties/Port/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs7){
if(typeof data2 == "number"){
if(data2 > 65535 || isNaN(data2)){
validate52.errors = [{instancePath:instancePath+"/Server/Port",schemaPath:"#/properties/Server/properties/Port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535}}];
return false;
}
else {
if(data2 < 0 || isNaN(data2)){
validate52.errors = [{instancePath:instancePath+"/Server/Port",schemaPath:"#/properties/Server/properties/Port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.BaseUrl !== undefined){
let data3 = data0.BaseUrl;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(!pattern3.test(data3)){
validate52.errors = [{instancePath:instancePath+"/Server/BaseUrl",schemaPath:"#/properties/Server/properties/BaseUrl/pattern",keyword:"pattern",params:{pattern: "^https?://[^\\s]*[^\\s/]$"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Server/BaseUrl",schemaPath:"#/properties/Server/properties/BaseUrl/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Server",schemaPath:"#/properties/Server/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Git !== undefined){
let data4 = data.Git;
const _errs11 = errors;
if(errors === _errs11){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
const _errs13 = errors;
for(const key2 in data4){
if(!(((((((key2 === "Enabled") || (key2 === "Remote")) || (key2 === "Branch")) || (key2 === "PollInterval")) || (key2 === "ProtectedBranches")) || (key2 === "ActiveBranches")) || (key2 === "Directory"))){
validate52.errors = [{instancePath:instancePath+"/Git",schemaPath:"#/properties/Git/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}}];
return false;
break;
}
}
if(_errs13 === errors){
if(data4.Enabled !== undefined){
const _errs14 = errors;
if(typeof data4.Enabled !== "boolean"){
validate52.errors = [{instancePath:instancePath+"/Git/Enabled",schemaPath:"#/properties/Git/properties/Enabled/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.Remote !== undefined){
let data6 = data4.Remote;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data6 === "string"){
if(func2(data6) < 1){
validate52.errors = [{instancePath:instancePath+"/Git/Remote",schemaPath:"#/properties/Git/properties/Remote/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Git/Remote",schemaPath:"#/properties/Git/properties/Remote/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.Branch !== undefined){
let data7 = data4.Branch;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data7 === "string"){
if(func2(data7) < 1){
validate52.errors = [{instancePath:instancePath+"/Git/Branch",schemaPath:"#/properties/Git/properties/Branch/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Git/Branch",schemaPath:"#/properties/Git/properties/Branch/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.PollInterval !== undefined){
let data8 = data4.PollInterval;
const _errs20 = errors;
if(!((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8)))){
validate52.errors = [{instancePath:instancePath+"/Git/PollInterval",schemaPath:"#/properties/Git/properties/PollInterval/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs20){
if(typeof data8 == "number"){
if(data8 > 86400 || isNaN(data8)){
validate52.errors = [{instancePath:instancePath+"/Git/PollInterval",schemaPath:"#/properties/Git/properties/PollInterval/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400}}];
return false;
}
else {
if(data8 < 1 || isNaN(data8)){
validate52.errors = [{instancePath:instancePath+"/Git/PollInterval",schemaPath:"#/properties/Git/properties/PollInterval/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.ProtectedBranches !== undefined){
let data9 = data4.ProtectedBranches;
const _errs22 = errors;
if(errors === _errs22){
if(Array.isArray(data9)){
var valid3 = true;
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
let data10 = data9[i0];
const _errs24 = errors;
if(errors === _errs24){
if(typeof data10 === "string"){
if(func2(data10) < 1){
validate52.errors = [{instancePath:instancePath+"/Git/ProtectedBranches/" + i0,schemaPath:"#/properties/Git/properties/ProtectedBranches/items/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Git/ProtectedBranches/" + i0,schemaPath:"#/properties/Git/properties/ProtectedBranches/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid3 = _errs24 === errors;
if(!valid3){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Git/ProtectedBranches",schemaPath:"#/properties/Git/properties/ProtectedBranches/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.ActiveBranches !== undefined){
let data11 = data4.ActiveBranches;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data11)){
var valid4 = true;
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
let data12 = data11[i1];
const _errs28 = errors;
if(errors === _errs28){
if(typeof data12 === "string"){
if(func2(data12) < 1){
validate52.errors = [{instancePath:instancePath+"/Git/ActiveBranches/" + i1,schemaPath:"#/properties/Git/properties/ActiveBranches/items/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Git/ActiveBranches/" + i1,schemaPath:"#/properties/Git/properties/ActiveBranches/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid4 = _errs28 === errors;
if(!valid4){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Git/ActiveBranches",schemaPath:"#/properties/Git/properties/ActiveBranches/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.Directory !== undefined){
let data13 = data4.Directory;
const _errs30 = errors;
if(errors === _errs30){
if(typeof data13 === "string"){
if(func2(data13) < 1){
validate52.errors = [{instancePath:instancePath+"/Git/Directory",schemaPath:"#/properties/Git/properties/Directory/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Git/Directory",schemaPath:"#/properties/Git/properties/Directory/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid2 = _errs30 === errors;
}
else {
var valid2 = true;
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
validate52.errors = [{instancePath:instancePath+"/Git",schemaPath:"#/properties/Git/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.LocalOverlay !== undefined){
let data14 = data.LocalOverlay;
const _errs32 = errors;
if(errors === _errs32){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
const _errs34 = errors;
for(const key3 in data14){
if(!((key3 === "Enabled") || (key3 === "Directory"))){
validate52.errors = [{instancePath:instancePath+"/LocalOverlay",schemaPath:"#/properties/LocalOverlay/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}}];
return false;
break;
}
}
if(_errs34 === errors){
if(data14.Enabled !== undefined){
const _errs35 = errors;
if(typeof data14.Enabled !== "boolean"){
validate52.errors = [{instancePath:instancePath+"/LocalOverlay/Enabled",schemaPath:"#/properties/LocalOverlay/properties/Enabled/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid5 = _errs35 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.Directory !== undefined){
let data16 = data14.Directory;
const _errs37 = errors;
if(errors === _errs37){
if(typeof data16 === "string"){
if(func2(data16) < 1){
validate52.errors = [{instancePath:instancePath+"/LocalOverlay/Directory",schemaPath:"#/properties/LocalOverlay/properties/Directory/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/LocalOverlay/Directory",schemaPath:"#/properties/LocalOverlay/properties/Directory/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid5 = _errs37 === errors;
}
else {
var valid5 = true;
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/LocalOverlay",schemaPath:"#/properties/LocalOverlay/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs32 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Database !== undefined){
let data17 = data.Database;
const _errs39 = errors;
if(errors === _errs39){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
const _errs41 = errors;
for(const key4 in data17){
if(!(key4 === "Url")){
validate52.errors = [{instancePath:instancePath+"/Database",schemaPath:"#/properties/Database/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4}}];
return false;
break;
}
}
if(_errs41 === errors){
if(data17.Url !== undefined){
let data18 = data17.Url;
const _errs42 = errors;
if(errors === _errs42){
if(typeof data18 === "string"){
if(!pattern4.test(data18)){
validate52.errors = [{instancePath:instancePath+"/Database/Url",schemaPath:"#/properties/Database/properties/Url/pattern",keyword:"pattern",params:{pattern: "^postgres(ql)?://"}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Database/Url",schemaPath:"#/properties/Database/properties/Url/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Database",schemaPath:"#/properties/Database/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs39 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Secrets !== undefined){
let data19 = data.Secrets;
const _errs44 = errors;
if(errors === _errs44){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
const _errs46 = errors;
for(const key5 in data19){
if(!((key5 === "MasterKey") || (key5 === "MasterKeyFile"))){
validate52.errors = [{instancePath:instancePath+"/Secrets",schemaPath:"#/properties/Secrets/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5}}];
return false;
break;
}
}
if(_errs46 === errors){
if(data19.MasterKey !== undefined){
let data20 = data19.MasterKey;
const _errs47 = errors;
if(errors === _errs47){
if(typeof data20 === "string"){
if(func2(data20) < 1){
validate52.errors = [{instancePath:instancePath+"/Secrets/MasterKey",schemaPath:"#/properties/Secrets/properties/MasterKey/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Secrets/MasterKey",schemaPath:"#/properties/Secrets/properties/MasterKey/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid7 = _errs47 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data19.MasterKeyFile !== undefined){
let data21 = data19.MasterKeyFile;
const _errs49 = errors;
if(errors === _errs49){
if(typeof data21 === "string"){
if(func2(data21) < 1){
validate52.errors = [{instancePath:instancePath+"/Secrets/MasterKeyFile",schemaPath:"#/properties/Secrets/properties/MasterKeyFile/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Secrets/MasterKeyFile",schemaPath:"#/properties/Secrets/properties/MasterKeyFile/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid7 = _errs49 === errors;
}
else {
var valid7 = true;
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Secrets",schemaPath:"#/properties/Secrets/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs44 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Auth !== undefined){
let data22 = data.Auth;
const _errs51 = errors;
if(errors === _errs51){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
for(const key6 in data22){
validate52.errors = [{instancePath:instancePath+"/Auth",schemaPath:"#/properties/Auth/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6}}];
return false;
break;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Auth",schemaPath:"#/properties/Auth/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs51 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Limits !== undefined){
let data23 = data.Limits;
const _errs54 = errors;
if(errors === _errs54){
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
const _errs56 = errors;
for(const key7 in data23){
if(!(func1.call(schema19.properties.Limits.properties, key7))){
validate52.errors = [{instancePath:instancePath+"/Limits",schemaPath:"#/properties/Limits/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7}}];
return false;
break;
}
}
if(_errs56 === errors){
if(data23.RequestBody !== undefined){
let data24 = data23.RequestBody;
const _errs57 = errors;
if(!((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24)))){
validate52.errors = [{instancePath:instancePath+"/Limits/RequestBody",schemaPath:"#/properties/Limits/properties/RequestBody/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs57){
if(typeof data24 == "number"){
if(data24 > 104857600 || isNaN(data24)){
validate52.errors = [{instancePath:instancePath+"/Limits/RequestBody",schemaPath:"#/properties/Limits/properties/RequestBody/maximum",keyword:"maximum",params:{comparison: "<=", limit: 104857600}}];
return false;
}
else {
if(data24 < 1024 || isNaN(data24)){
validate52.errors = [{instancePath:instancePath+"/Limits/RequestBody",schemaPath:"#/properties/Limits/properties/RequestBody/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1024}}];
return false;
}
}
}
}
var valid8 = _errs57 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.YamlFile !== undefined){
let data25 = data23.YamlFile;
const _errs59 = errors;
if(!((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25)))){
validate52.errors = [{instancePath:instancePath+"/Limits/YamlFile",schemaPath:"#/properties/Limits/properties/YamlFile/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs59){
if(typeof data25 == "number"){
if(data25 > 16777216 || isNaN(data25)){
validate52.errors = [{instancePath:instancePath+"/Limits/YamlFile",schemaPath:"#/properties/Limits/properties/YamlFile/maximum",keyword:"maximum",params:{comparison: "<=", limit: 16777216}}];
return false;
}
else {
if(data25 < 1024 || isNaN(data25)){
validate52.errors = [{instancePath:instancePath+"/Limits/YamlFile",schemaPath:"#/properties/Limits/properties/YamlFile/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1024}}];
return false;
}
}
}
}
var valid8 = _errs59 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.YamlDepth !== undefined){
let data26 = data23.YamlDepth;
const _errs61 = errors;
if(!((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26)))){
validate52.errors = [{instancePath:instancePath+"/Limits/YamlDepth",schemaPath:"#/properties/Limits/properties/YamlDepth/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs61){
if(typeof data26 == "number"){
if(data26 > 500 || isNaN(data26)){
validate52.errors = [{instancePath:instancePath+"/Limits/YamlDepth",schemaPath:"#/properties/Limits/properties/YamlDepth/maximum",keyword:"maximum",params:{comparison: "<=", limit: 500}}];
return false;
}
else {
if(data26 < 8 || isNaN(data26)){
validate52.errors = [{instancePath:instancePath+"/Limits/YamlDepth",schemaPath:"#/properties/Limits/properties/YamlDepth/minimum",keyword:"minimum",params:{comparison: ">=", limit: 8}}];
return false;
}
}
}
}
var valid8 = _errs61 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.YamlAliases !== undefined){
let data27 = data23.YamlAliases;
const _errs63 = errors;
if(!((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27)))){
validate52.errors = [{instancePath:instancePath+"/Limits/YamlAliases",schemaPath:"#/properties/Limits/properties/YamlAliases/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs63){
if(typeof data27 == "number"){
if(data27 > 10000 || isNaN(data27)){
validate52.errors = [{instancePath:instancePath+"/Limits/YamlAliases",schemaPath:"#/properties/Limits/properties/YamlAliases/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000}}];
return false;
}
else {
if(data27 < 0 || isNaN(data27)){
validate52.errors = [{instancePath:instancePath+"/Limits/YamlAliases",schemaPath:"#/properties/Limits/properties/YamlAliases/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid8 = _errs63 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.FlowInput !== undefined){
let data28 = data23.FlowInput;
const _errs65 = errors;
if(!((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28)))){
validate52.errors = [{instancePath:instancePath+"/Limits/FlowInput",schemaPath:"#/properties/Limits/properties/FlowInput/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs65){
if(typeof data28 == "number"){
if(data28 > 8388608 || isNaN(data28)){
validate52.errors = [{instancePath:instancePath+"/Limits/FlowInput",schemaPath:"#/properties/Limits/properties/FlowInput/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8388608}}];
return false;
}
else {
if(data28 < 1024 || isNaN(data28)){
validate52.errors = [{instancePath:instancePath+"/Limits/FlowInput",schemaPath:"#/properties/Limits/properties/FlowInput/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1024}}];
return false;
}
}
}
}
var valid8 = _errs65 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.TaskOutput !== undefined){
let data29 = data23.TaskOutput;
const _errs67 = errors;
if(!((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29)))){
validate52.errors = [{instancePath:instancePath+"/Limits/TaskOutput",schemaPath:"#/properties/Limits/properties/TaskOutput/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs67){
if(typeof data29 == "number"){
if(data29 > 8388608 || isNaN(data29)){
validate52.errors = [{instancePath:instancePath+"/Limits/TaskOutput",schemaPath:"#/properties/Limits/properties/TaskOutput/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8388608}}];
return false;
}
else {
if(data29 < 1024 || isNaN(data29)){
validate52.errors = [{instancePath:instancePath+"/Limits/TaskOutput",schemaPath:"#/properties/Limits/properties/TaskOutput/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1024}}];
return false;
}
}
}
}
var valid8 = _errs67 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.RunLog !== undefined){
let data30 = data23.RunLog;
const _errs69 = errors;
if(!((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30)))){
validate52.errors = [{instancePath:instancePath+"/Limits/RunLog",schemaPath:"#/properties/Limits/properties/RunLog/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs69){
if(typeof data30 == "number"){
if(data30 > 1073741824 || isNaN(data30)){
validate52.errors = [{instancePath:instancePath+"/Limits/RunLog",schemaPath:"#/properties/Limits/properties/RunLog/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1073741824}}];
return false;
}
else {
if(data30 < 1024 || isNaN(data30)){
validate52.errors = [{instancePath:instancePath+"/Limits/RunLog",schemaPath:"#/properties/Limits/properties/RunLog/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1024}}];
return false;
}
}
}
}
var valid8 = _errs69 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.ListPage !== undefined){
let data31 = data23.ListPage;
const _errs71 = errors;
if(!((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31)))){
validate52.errors = [{instancePath:instancePath+"/Limits/ListPage",schemaPath:"#/properties/Limits/properties/ListPage/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs71){
if(typeof data31 == "number"){
if(data31 > 1000 || isNaN(data31)){
validate52.errors = [{instancePath:instancePath+"/Limits/ListPage",schemaPath:"#/properties/Limits/properties/ListPage/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000}}];
return false;
}
else {
if(data31 < 1 || isNaN(data31)){
validate52.errors = [{instancePath:instancePath+"/Limits/ListPage",schemaPath:"#/properties/Limits/properties/ListPage/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid8 = _errs71 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.FlowDuration !== undefined){
let data32 = data23.FlowDuration;
const _errs73 = errors;
if(!((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32)))){
validate52.errors = [{instancePath:instancePath+"/Limits/FlowDuration",schemaPath:"#/properties/Limits/properties/FlowDuration/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs73){
if(typeof data32 == "number"){
if(data32 > 31536000 || isNaN(data32)){
validate52.errors = [{instancePath:instancePath+"/Limits/FlowDuration",schemaPath:"#/properties/Limits/properties/FlowDuration/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000}}];
return false;
}
else {
if(data32 < 1 || isNaN(data32)){
validate52.errors = [{instancePath:instancePath+"/Limits/FlowDuration",schemaPath:"#/properties/Limits/properties/FlowDuration/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid8 = _errs73 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.ConcurrentRuns !== undefined){
let data33 = data23.ConcurrentRuns;
const _errs75 = errors;
if(!((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33)))){
validate52.errors = [{instancePath:instancePath+"/Limits/ConcurrentRuns",schemaPath:"#/properties/Limits/properties/ConcurrentRuns/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs75){
if(typeof data33 == "number"){
if(data33 > 100000 || isNaN(data33)){
validate52.errors = [{instancePath:instancePath+"/Limits/ConcurrentRuns",schemaPath:"#/properties/Limits/properties/ConcurrentRuns/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000}}];
return false;
}
else {
if(data33 < 1 || isNaN(data33)){
validate52.errors = [{instancePath:instancePath+"/Limits/ConcurrentRuns",schemaPath:"#/properties/Limits/properties/ConcurrentRuns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid8 = _errs75 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.PendingRuns !== undefined){
let data34 = data23.PendingRuns;
const _errs77 = errors;
if(!((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34)))){
validate52.errors = [{instancePath:instancePath+"/Limits/PendingRuns",schemaPath:"#/properties/Limits/properties/PendingRuns/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs77){
if(typeof data34 == "number"){
if(data34 > 10000000 || isNaN(data34)){
validate52.errors = [{instancePath:instancePath+"/Limits/PendingRuns",schemaPath:"#/properties/Limits/properties/PendingRuns/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000}}];
return false;
}
else {
if(data34 < 1 || isNaN(data34)){
validate52.errors = [{instancePath:instancePath+"/Limits/PendingRuns",schemaPath:"#/properties/Limits/properties/PendingRuns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid8 = _errs77 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.RequestsPerMinute !== undefined){
let data35 = data23.RequestsPerMinute;
const _errs79 = errors;
if(!((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35)))){
validate52.errors = [{instancePath:instancePath+"/Limits/RequestsPerMinute",schemaPath:"#/properties/Limits/properties/RequestsPerMinute/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs79){
if(typeof data35 == "number"){
if(data35 > 10000000 || isNaN(data35)){
validate52.errors = [{instancePath:instancePath+"/Limits/RequestsPerMinute",schemaPath:"#/properties/Limits/properties/RequestsPerMinute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000}}];
return false;
}
else {
if(data35 < 1 || isNaN(data35)){
validate52.errors = [{instancePath:instancePath+"/Limits/RequestsPerMinute",schemaPath:"#/properties/Limits/properties/RequestsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid8 = _errs79 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.SignInsPerMinute !== undefined){
let data36 = data23.SignInsPerMinute;
const _errs81 = errors;
if(!((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36)))){
validate52.errors = [{instancePath:instancePath+"/Limits/SignInsPerMinute",schemaPath:"#/properties/Limits/properties/SignInsPerMinute/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs81){
if(typeof data36 == "number"){
if(data36 > 10000 || isNaN(data36)){
validate52.errors = [{instancePath:instancePath+"/Limits/SignInsPerMinute",schemaPath:"#/properties/Limits/properties/SignInsPerMinute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000}}];
return false;
}
else {
if(data36 < 1 || isNaN(data36)){
validate52.errors = [{instancePath:instancePath+"/Limits/SignInsPerMinute",schemaPath:"#/properties/Limits/properties/SignInsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid8 = _errs81 === errors;
}
else {
var valid8 = true;
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
validate52.errors = [{instancePath:instancePath+"/Limits",schemaPath:"#/properties/Limits/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs54 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Flows !== undefined){
let data37 = data.Flows;
const _errs83 = errors;
if(errors === _errs83){
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
const _errs85 = errors;
for(const key8 in data37){
if(!((key8 === "AllowPrivateNetworks") || (key8 === "AllowProcesses"))){
validate52.errors = [{instancePath:instancePath+"/Flows",schemaPath:"#/properties/Flows/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8}}];
return false;
break;
}
}
if(_errs85 === errors){
if(data37.AllowPrivateNetworks !== undefined){
const _errs86 = errors;
if(typeof data37.AllowPrivateNetworks !== "boolean"){
validate52.errors = [{instancePath:instancePath+"/Flows/AllowPrivateNetworks",schemaPath:"#/properties/Flows/properties/AllowPrivateNetworks/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid9 = _errs86 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data37.AllowProcesses !== undefined){
const _errs88 = errors;
if(typeof data37.AllowProcesses !== "boolean"){
validate52.errors = [{instancePath:instancePath+"/Flows/AllowProcesses",schemaPath:"#/properties/Flows/properties/AllowProcesses/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid9 = _errs88 === errors;
}
else {
var valid9 = true;
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Flows",schemaPath:"#/properties/Flows/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs83 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Connectors !== undefined){
let data40 = data.Connectors;
const _errs90 = errors;
if(errors === _errs90){
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
const _errs92 = errors;
for(const key9 in data40){
if(!(key9 === "Packages")){
validate52.errors = [{instancePath:instancePath+"/Connectors",schemaPath:"#/properties/Connectors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9}}];
return false;
break;
}
}
if(_errs92 === errors){
if(data40.Packages !== undefined){
let data41 = data40.Packages;
const _errs93 = errors;
if(errors === _errs93){
if(Array.isArray(data41)){
var valid11 = true;
const len2 = data41.length;
for(let i2=0; i2<len2; i2++){
let data42 = data41[i2];
const _errs95 = errors;
if(errors === _errs95){
if(typeof data42 === "string"){
if(func2(data42) < 1){
validate52.errors = [{instancePath:instancePath+"/Connectors/Packages/" + i2,schemaPath:"#/properties/Connectors/properties/Packages/items/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Connectors/Packages/" + i2,schemaPath:"#/properties/Connectors/properties/Packages/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid11 = _errs95 === errors;
if(!valid11){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Connectors/Packages",schemaPath:"#/properties/Connectors/properties/Packages/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Connectors",schemaPath:"#/properties/Connectors/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs90 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Telemetry !== undefined){
let data43 = data.Telemetry;
const _errs97 = errors;
if(errors === _errs97){
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
const _errs99 = errors;
for(const key10 in data43){
if(!(key10 === "LogLevel")){
validate52.errors = [{instancePath:instancePath+"/Telemetry",schemaPath:"#/properties/Telemetry/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10}}];
return false;
break;
}
}
if(_errs99 === errors){
if(data43.LogLevel !== undefined){
let data44 = data43.LogLevel;
if(typeof data44 !== "string"){
validate52.errors = [{instancePath:instancePath+"/Telemetry/LogLevel",schemaPath:"#/properties/Telemetry/properties/LogLevel/type",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((((data44 === "silent") || (data44 === "fatal")) || (data44 === "error")) || (data44 === "warn")) || (data44 === "info")) || (data44 === "debug")) || (data44 === "trace"))){
validate52.errors = [{instancePath:instancePath+"/Telemetry/LogLevel",schemaPath:"#/properties/Telemetry/properties/LogLevel/enum",keyword:"enum",params:{allowedValues: schema19.properties.Telemetry.properties.LogLevel.enum}}];
return false;
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/Telemetry",schemaPath:"#/properties/Telemetry/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs97 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.DataDirectory !== undefined){
let data45 = data.DataDirectory;
const _errs102 = errors;
if(errors === _errs102){
if(typeof data45 === "string"){
if(func2(data45) < 1){
validate52.errors = [{instancePath:instancePath+"/DataDirectory",schemaPath:"#/properties/DataDirectory/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
else {
validate52.errors = [{instancePath:instancePath+"/DataDirectory",schemaPath:"#/properties/DataDirectory/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs102 === errors;
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
validate52.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

