// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"settings.json","type":"object","additionalProperties":false,"properties":{"Server":{"type":"object","additionalProperties":false,"default":{},"properties":{"Host":{"type":"string","minLength":1,"default":"127.0.0.1"},"Port":{"type":"integer","minimum":0,"maximum":65535,"default":7420},"BaseUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"}}},"Git":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":true},"Remote":{"type":"string","minLength":1},"Branch":{"type":"string","minLength":1},"PollInterval":{"type":"integer","minimum":1,"maximum":86400,"default":30},"ProtectedBranches":{"type":"array","items":{"type":"string","minLength":1}},"ActiveBranches":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"Directory":{"type":"string","minLength":1}}},"LocalOverlay":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":false},"Directory":{"type":"string","minLength":1}}},"Database":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^postgres(ql)?://","x-secret":true}}},"Secrets":{"type":"object","additionalProperties":false,"default":{},"properties":{"MasterKey":{"type":"string","minLength":1,"x-secret":true},"MasterKeyFile":{"type":"string","minLength":1}}},"Auth":{"type":"object","additionalProperties":false,"default":{},"properties":{}},"Limits":{"type":"object","additionalProperties":false,"default":{},"properties":{"RequestBody":{"type":"integer","minimum":1024,"maximum":104857600,"default":1048576},"YamlFile":{"type":"integer","minimum":1024,"maximum":16777216,"default":1048576},"YamlDepth":{"type":"integer","minimum":8,"maximum":500,"default":100},"YamlAliases":{"type":"integer","minimum":0,"maximum":10000,"default":100},"FlowInput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"TaskOutput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"RunLog":{"type":"integer","minimum":1024,"maximum":1073741824,"default":10485760},"ListPage":{"type":"integer","minimum":1,"maximum":1000,"default":200},"FlowDuration":{"type":"integer","minimum":1,"maximum":31536000,"default":86400},"ConcurrentRuns":{"type":"integer","minimum":1,"maximum":100000,"default":256},"PendingRuns":{"type":"integer","minimum":1,"maximum":10000000,"default":100000},"RequestsPerMinute":{"type":"integer","minimum":1,"maximum":10000000,"default":600},"SignInsPerMinute":{"type":"integer","minimum":1,"maximum":10000,"default":10}}},"Flows":{"type":"object","additionalProperties":false,"default":{},"properties":{"AllowPrivateNetworks":{"type":"boolean","default":false},"AllowProcesses":{"type":"boolean","default":false}}},"Connectors":{"type":"object","additionalProperties":false,"default":{},"properties":{"Packages":{"type":"array","items":{"type":"string","minLength":1},"default":[]}}},"Telemetry":{"type":"object","additionalProperties":false,"default":{},"properties":{"LogLevel":{"type":"string","enum":["silent","fatal","error","warn","info","debug","trace"],"default":"info"}}},"DataDirectory":{"type":"string","minLength":1,"default":".svc"}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern3 = new RegExp("^https?://[^\\s]*[^\\s/]$", "u");
const pattern4 = new RegExp("^postgres(ql)?://", "u");

function validate52(data){
/*# sourceURL="settings.json" */;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(func1.call(schema19.properties, key0))){
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
return false;
}
}
else {
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
return false;
}
if(errors === _errs7){
if(typeof data2 == "number"){
if(data2 > 65535 || isNaN(data2)){
return false;
}
else {
if(data2 < 0 || isNaN(data2)){
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
}
}
}
}
else {
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
return false;
break;
}
}
if(_errs13 === errors){
if(data4.Enabled !== undefined){
const _errs14 = errors;
if(typeof data4.Enabled !== "boolean"){
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
return false;
}
}
else {
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
return false;
}
}
else {
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
return false;
}
if(errors === _errs20){
if(typeof data8 == "number"){
if(data8 > 86400 || isNaN(data8)){
return false;
}
else {
if(data8 < 1 || isNaN(data8)){
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
return false;
}
}
else {
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
return false;
}
}
else {
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
return false;
}
}
else {
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
return false;
break;
}
}
if(_errs34 === errors){
if(data14.Enabled !== undefined){
const _errs35 = errors;
if(typeof data14.Enabled !== "boolean"){
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
return false;
}
}
else {
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
return false;
}
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
return false;
}
}
else {
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
return false;
}
}
else {
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
return false;
break;
}
}
else {
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
return false;
break;
}
}
if(_errs56 === errors){
if(data23.RequestBody !== undefined){
let data24 = data23.RequestBody;
const _errs57 = errors;
if(!((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24)))){
return false;
}
if(errors === _errs57){
if(typeof data24 == "number"){
if(data24 > 104857600 || isNaN(data24)){
return false;
}
else {
if(data24 < 1024 || isNaN(data24)){
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
return false;
}
if(errors === _errs59){
if(typeof data25 == "number"){
if(data25 > 16777216 || isNaN(data25)){
return false;
}
else {
if(data25 < 1024 || isNaN(data25)){
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
return false;
}
if(errors === _errs61){
if(typeof data26 == "number"){
if(data26 > 500 || isNaN(data26)){
return false;
}
else {
if(data26 < 8 || isNaN(data26)){
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
return false;
}
if(errors === _errs63){
if(typeof data27 == "number"){
if(data27 > 10000 || isNaN(data27)){
return false;
}
else {
if(data27 < 0 || isNaN(data27)){
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
return false;
}
if(errors === _errs65){
if(typeof data28 == "number"){
if(data28 > 8388608 || isNaN(data28)){
return false;
}
else {
if(data28 < 1024 || isNaN(data28)){
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
return false;
}
if(errors === _errs67){
if(typeof data29 == "number"){
if(data29 > 8388608 || isNaN(data29)){
return false;
}
else {
if(data29 < 1024 || isNaN(data29)){
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
return false;
}
if(errors === _errs69){
if(typeof data30 == "number"){
if(data30 > 1073741824 || isNaN(data30)){
return false;
}
else {
if(data30 < 1024 || isNaN(data30)){
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
return false;
}
if(errors === _errs71){
if(typeof data31 == "number"){
if(data31 > 1000 || isNaN(data31)){
return false;
}
else {
if(data31 < 1 || isNaN(data31)){
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
return false;
}
if(errors === _errs73){
if(typeof data32 == "number"){
if(data32 > 31536000 || isNaN(data32)){
return false;
}
else {
if(data32 < 1 || isNaN(data32)){
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
return false;
}
if(errors === _errs75){
if(typeof data33 == "number"){
if(data33 > 100000 || isNaN(data33)){
return false;
}
else {
if(data33 < 1 || isNaN(data33)){
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
return false;
}
if(errors === _errs77){
if(typeof data34 == "number"){
if(data34 > 10000000 || isNaN(data34)){
return false;
}
else {
if(data34 < 1 || isNaN(data34)){
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
return false;
}
if(errors === _errs79){
if(typeof data35 == "number"){
if(data35 > 10000000 || isNaN(data35)){
return false;
}
else {
if(data35 < 1 || isNaN(data35)){
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
return false;
}
if(errors === _errs81){
if(typeof data36 == "number"){
if(data36 > 10000 || isNaN(data36)){
return false;
}
else {
if(data36 < 1 || isNaN(data36)){
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
return false;
break;
}
}
if(_errs85 === errors){
if(data37.AllowPrivateNetworks !== undefined){
const _errs86 = errors;
if(typeof data37.AllowPrivateNetworks !== "boolean"){
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
return false;
}
}
else {
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
return false;
break;
}
}
if(_errs99 === errors){
if(data43.LogLevel !== undefined){
let data44 = data43.LogLevel;
if(typeof data44 !== "string"){
return false;
}
if(!(((((((data44 === "silent") || (data44 === "fatal")) || (data44 === "error")) || (data44 === "warn")) || (data44 === "info")) || (data44 === "debug")) || (data44 === "trace"))){
return false;
}
}
}
}
else {
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
return false;
}
}
else {
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
return false;
}
}
return errors === 0;
}

