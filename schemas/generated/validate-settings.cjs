// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"settings.json","type":"object","additionalProperties":false,"properties":{"Server":{"type":"object","additionalProperties":false,"default":{},"properties":{"Host":{"type":"string","minLength":1,"default":"127.0.0.1"},"Port":{"type":"integer","minimum":0,"maximum":65535,"default":7420},"BaseUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"}}},"Git":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":true},"Remote":{"type":"string","minLength":1},"Branch":{"type":"string","minLength":1},"PollInterval":{"type":"integer","minimum":1,"maximum":86400,"default":30},"Timeout":{"type":"integer","minimum":1,"maximum":3600,"default":30},"CaFile":{"type":"string","minLength":1},"Credentials":{"type":"object","additionalProperties":false,"default":{},"properties":{"Secret":{"type":"string","minLength":1},"Username":{"type":"string","minLength":1},"Token":{"type":"string","minLength":1,"x-secret":true},"KeyFile":{"type":"string","minLength":1},"KnownHostsFile":{"type":"string","minLength":1}}},"WebhookSecrets":{"type":"array","items":{"anyOf":[{"type":"string","pattern":"\\S","x-secret":true},{"type":"object","additionalProperties":false,"required":["Secret"],"properties":{"Secret":{"type":"string","minLength":1},"Key":{"type":"string","minLength":1}}}]},"default":[]},"Forge":{"type":"object","additionalProperties":false,"default":{},"properties":{"Type":{"type":"string","enum":["github","gitea"]},"Url":{"type":"string","pattern":"^https?://[^\\s@]+$"},"Repository":{"type":"string","pattern":"^[^/\\s]+/[^/\\s]+$"},"Token":{"type":"string","minLength":1,"x-secret":true},"Secret":{"type":"string","minLength":1}}},"StatusUrl":{"type":"string","pattern":"^https?://[^\\s@]*\\{sha\\}"},"ApplyPolicy":{"type":"string","enum":["entity","commit"],"default":"entity"},"PruneLimit":{"type":"integer","minimum":0,"maximum":100,"default":50},"ProtectedBranches":{"type":"array","items":{"type":"string","minLength":1}},"ActiveBranches":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"Directory":{"type":"string","minLength":1}}},"LocalOverlay":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":false},"Directory":{"type":"string","minLength":1}}},"Database":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^postgres(ql)?://","x-secret":true}}},"Secrets":{"type":"object","additionalProperties":false,"default":{},"properties":{"MasterKey":{"type":"string","minLength":1,"x-secret":true},"MasterKeyFile":{"type":"string","minLength":1}}},"Auth":{"type":"object","additionalProperties":false,"default":{},"properties":{}},"Limits":{"type":"object","additionalProperties":false,"default":{},"properties":{"RequestBody":{"type":"integer","minimum":1024,"maximum":104857600,"default":1048576},"YamlFile":{"type":"integer","minimum":1024,"maximum":16777216,"default":1048576},"YamlDepth":{"type":"integer","minimum":8,"maximum":500,"default":100},"YamlAliases":{"type":"integer","minimum":0,"maximum":10000,"default":100},"FlowInput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"TaskOutput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"RunLog":{"type":"integer","minimum":1024,"maximum":1073741824,"default":10485760},"ListPage":{"type":"integer","minimum":1,"maximum":1000,"default":200},"FlowDuration":{"type":"integer","minimum":1,"maximum":31536000,"default":86400},"ConcurrentRuns":{"type":"integer","minimum":1,"maximum":100000,"default":256},"PendingRuns":{"type":"integer","minimum":1,"maximum":10000000,"default":100000},"GitTransfer":{"type":"integer","minimum":1048576,"maximum":4294967296,"default":536870912},"RequestsPerMinute":{"type":"integer","minimum":1,"maximum":10000000,"default":600},"SignInsPerMinute":{"type":"integer","minimum":1,"maximum":10000,"default":10}}},"Flows":{"type":"object","additionalProperties":false,"default":{},"properties":{"AllowPrivateNetworks":{"type":"boolean","default":false},"AllowProcesses":{"type":"boolean","default":false}}},"Connectors":{"type":"object","additionalProperties":false,"default":{},"properties":{"Packages":{"type":"array","items":{"type":"string","minLength":1},"default":[]}}},"Telemetry":{"type":"object","additionalProperties":false,"default":{},"properties":{"LogLevel":{"type":"string","enum":["silent","fatal","error","warn","info","debug","trace"],"default":"info"}}},"DataDirectory":{"type":"string","minLength":1,"default":".svc"}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern3 = new RegExp("^https?://[^\\s]*[^\\s/]$", "u");
const pattern4 = new RegExp("\\S", "u");
const pattern5 = new RegExp("^https?://[^\\s@]+$", "u");
const pattern6 = new RegExp("^[^/\\s]+/[^/\\s]+$", "u");
const pattern7 = new RegExp("^https?://[^\\s@]*\\{sha\\}", "u");
const pattern8 = new RegExp("^postgres(ql)?://", "u");

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
if(!(func1.call(schema19.properties.Git.properties, key2))){
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
if(data4.Timeout !== undefined){
let data9 = data4.Timeout;
const _errs22 = errors;
if(!((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9)))){
return false;
}
if(errors === _errs22){
if(typeof data9 == "number"){
if(data9 > 3600 || isNaN(data9)){
return false;
}
else {
if(data9 < 1 || isNaN(data9)){
return false;
}
}
}
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.CaFile !== undefined){
let data10 = data4.CaFile;
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
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.Credentials !== undefined){
let data11 = data4.Credentials;
const _errs26 = errors;
if(errors === _errs26){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
const _errs28 = errors;
for(const key3 in data11){
if(!(((((key3 === "Secret") || (key3 === "Username")) || (key3 === "Token")) || (key3 === "KeyFile")) || (key3 === "KnownHostsFile"))){
return false;
break;
}
}
if(_errs28 === errors){
if(data11.Secret !== undefined){
let data12 = data11.Secret;
const _errs29 = errors;
if(errors === _errs29){
if(typeof data12 === "string"){
if(func2(data12) < 1){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs29 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data11.Username !== undefined){
let data13 = data11.Username;
const _errs31 = errors;
if(errors === _errs31){
if(typeof data13 === "string"){
if(func2(data13) < 1){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs31 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data11.Token !== undefined){
let data14 = data11.Token;
const _errs33 = errors;
if(errors === _errs33){
if(typeof data14 === "string"){
if(func2(data14) < 1){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs33 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data11.KeyFile !== undefined){
let data15 = data11.KeyFile;
const _errs35 = errors;
if(errors === _errs35){
if(typeof data15 === "string"){
if(func2(data15) < 1){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs35 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data11.KnownHostsFile !== undefined){
let data16 = data11.KnownHostsFile;
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
var valid3 = _errs37 === errors;
}
else {
var valid3 = true;
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
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.WebhookSecrets !== undefined){
let data17 = data4.WebhookSecrets;
const _errs39 = errors;
if(errors === _errs39){
if(Array.isArray(data17)){
var valid4 = true;
const len0 = data17.length;
for(let i0=0; i0<len0; i0++){
let data18 = data17[i0];
const _errs41 = errors;
const _errs42 = errors;
let valid5 = false;
const _errs43 = errors;
if(errors === _errs43){
if(typeof data18 === "string"){
if(!pattern4.test(data18)){
errors++;
}
}
else {
errors++;
}
}
var _valid0 = _errs43 === errors;
valid5 = valid5 || _valid0;
if(!valid5){
const _errs45 = errors;
if(errors === _errs45){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
let missing0;
if((data18.Secret === undefined) && (missing0 = "Secret")){
errors++;
}
else {
const _errs47 = errors;
for(const key4 in data18){
if(!((key4 === "Secret") || (key4 === "Key"))){
errors++;
break;
}
}
if(_errs47 === errors){
if(data18.Secret !== undefined){
let data19 = data18.Secret;
const _errs48 = errors;
if(errors === _errs48){
if(typeof data19 === "string"){
if(func2(data19) < 1){
errors++;
}
}
else {
errors++;
}
}
var valid6 = _errs48 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.Key !== undefined){
let data20 = data18.Key;
const _errs50 = errors;
if(errors === _errs50){
if(typeof data20 === "string"){
if(func2(data20) < 1){
errors++;
}
}
else {
errors++;
}
}
var valid6 = _errs50 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs45 === errors;
valid5 = valid5 || _valid0;
}
if(!valid5){
errors++;
return false;
}
else {
errors = _errs42;
}
var valid4 = _errs41 === errors;
if(!valid4){
break;
}
}
}
else {
return false;
}
}
var valid2 = _errs39 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.Forge !== undefined){
let data21 = data4.Forge;
const _errs52 = errors;
if(errors === _errs52){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
const _errs54 = errors;
for(const key5 in data21){
if(!(((((key5 === "Type") || (key5 === "Url")) || (key5 === "Repository")) || (key5 === "Token")) || (key5 === "Secret"))){
return false;
break;
}
}
if(_errs54 === errors){
if(data21.Type !== undefined){
let data22 = data21.Type;
const _errs55 = errors;
if(typeof data22 !== "string"){
return false;
}
if(!((data22 === "github") || (data22 === "gitea"))){
return false;
}
var valid7 = _errs55 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.Url !== undefined){
let data23 = data21.Url;
const _errs57 = errors;
if(errors === _errs57){
if(typeof data23 === "string"){
if(!pattern5.test(data23)){
return false;
}
}
else {
return false;
}
}
var valid7 = _errs57 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.Repository !== undefined){
let data24 = data21.Repository;
const _errs59 = errors;
if(errors === _errs59){
if(typeof data24 === "string"){
if(!pattern6.test(data24)){
return false;
}
}
else {
return false;
}
}
var valid7 = _errs59 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.Token !== undefined){
let data25 = data21.Token;
const _errs61 = errors;
if(errors === _errs61){
if(typeof data25 === "string"){
if(func2(data25) < 1){
return false;
}
}
else {
return false;
}
}
var valid7 = _errs61 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.Secret !== undefined){
let data26 = data21.Secret;
const _errs63 = errors;
if(errors === _errs63){
if(typeof data26 === "string"){
if(func2(data26) < 1){
return false;
}
}
else {
return false;
}
}
var valid7 = _errs63 === errors;
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
else {
return false;
}
}
var valid2 = _errs52 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.StatusUrl !== undefined){
let data27 = data4.StatusUrl;
const _errs65 = errors;
if(errors === _errs65){
if(typeof data27 === "string"){
if(!pattern7.test(data27)){
return false;
}
}
else {
return false;
}
}
var valid2 = _errs65 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.ApplyPolicy !== undefined){
let data28 = data4.ApplyPolicy;
const _errs67 = errors;
if(typeof data28 !== "string"){
return false;
}
if(!((data28 === "entity") || (data28 === "commit"))){
return false;
}
var valid2 = _errs67 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.PruneLimit !== undefined){
let data29 = data4.PruneLimit;
const _errs69 = errors;
if(!((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29)))){
return false;
}
if(errors === _errs69){
if(typeof data29 == "number"){
if(data29 > 100 || isNaN(data29)){
return false;
}
else {
if(data29 < 0 || isNaN(data29)){
return false;
}
}
}
}
var valid2 = _errs69 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.ProtectedBranches !== undefined){
let data30 = data4.ProtectedBranches;
const _errs71 = errors;
if(errors === _errs71){
if(Array.isArray(data30)){
var valid8 = true;
const len1 = data30.length;
for(let i1=0; i1<len1; i1++){
let data31 = data30[i1];
const _errs73 = errors;
if(errors === _errs73){
if(typeof data31 === "string"){
if(func2(data31) < 1){
return false;
}
}
else {
return false;
}
}
var valid8 = _errs73 === errors;
if(!valid8){
break;
}
}
}
else {
return false;
}
}
var valid2 = _errs71 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.ActiveBranches !== undefined){
let data32 = data4.ActiveBranches;
const _errs75 = errors;
if(errors === _errs75){
if(Array.isArray(data32)){
var valid9 = true;
const len2 = data32.length;
for(let i2=0; i2<len2; i2++){
let data33 = data32[i2];
const _errs77 = errors;
if(errors === _errs77){
if(typeof data33 === "string"){
if(func2(data33) < 1){
return false;
}
}
else {
return false;
}
}
var valid9 = _errs77 === errors;
if(!valid9){
break;
}
}
}
else {
return false;
}
}
var valid2 = _errs75 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.Directory !== undefined){
let data34 = data4.Directory;
const _errs79 = errors;
if(errors === _errs79){
if(typeof data34 === "string"){
if(func2(data34) < 1){
return false;
}
}
else {
return false;
}
}
var valid2 = _errs79 === errors;
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
let data35 = data.LocalOverlay;
const _errs81 = errors;
if(errors === _errs81){
if(data35 && typeof data35 == "object" && !Array.isArray(data35)){
const _errs83 = errors;
for(const key6 in data35){
if(!((key6 === "Enabled") || (key6 === "Directory"))){
return false;
break;
}
}
if(_errs83 === errors){
if(data35.Enabled !== undefined){
const _errs84 = errors;
if(typeof data35.Enabled !== "boolean"){
return false;
}
var valid10 = _errs84 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data35.Directory !== undefined){
let data37 = data35.Directory;
const _errs86 = errors;
if(errors === _errs86){
if(typeof data37 === "string"){
if(func2(data37) < 1){
return false;
}
}
else {
return false;
}
}
var valid10 = _errs86 === errors;
}
else {
var valid10 = true;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs81 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Database !== undefined){
let data38 = data.Database;
const _errs88 = errors;
if(errors === _errs88){
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
const _errs90 = errors;
for(const key7 in data38){
if(!(key7 === "Url")){
return false;
break;
}
}
if(_errs90 === errors){
if(data38.Url !== undefined){
let data39 = data38.Url;
const _errs91 = errors;
if(errors === _errs91){
if(typeof data39 === "string"){
if(!pattern8.test(data39)){
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
var valid0 = _errs88 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Secrets !== undefined){
let data40 = data.Secrets;
const _errs93 = errors;
if(errors === _errs93){
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
const _errs95 = errors;
for(const key8 in data40){
if(!((key8 === "MasterKey") || (key8 === "MasterKeyFile"))){
return false;
break;
}
}
if(_errs95 === errors){
if(data40.MasterKey !== undefined){
let data41 = data40.MasterKey;
const _errs96 = errors;
if(errors === _errs96){
if(typeof data41 === "string"){
if(func2(data41) < 1){
return false;
}
}
else {
return false;
}
}
var valid12 = _errs96 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data40.MasterKeyFile !== undefined){
let data42 = data40.MasterKeyFile;
const _errs98 = errors;
if(errors === _errs98){
if(typeof data42 === "string"){
if(func2(data42) < 1){
return false;
}
}
else {
return false;
}
}
var valid12 = _errs98 === errors;
}
else {
var valid12 = true;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs93 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Auth !== undefined){
let data43 = data.Auth;
const _errs100 = errors;
if(errors === _errs100){
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
for(const key9 in data43){
return false;
break;
}
}
else {
return false;
}
}
var valid0 = _errs100 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Limits !== undefined){
let data44 = data.Limits;
const _errs103 = errors;
if(errors === _errs103){
if(data44 && typeof data44 == "object" && !Array.isArray(data44)){
const _errs105 = errors;
for(const key10 in data44){
if(!(func1.call(schema19.properties.Limits.properties, key10))){
return false;
break;
}
}
if(_errs105 === errors){
if(data44.RequestBody !== undefined){
let data45 = data44.RequestBody;
const _errs106 = errors;
if(!((typeof data45 == "number") && (!(data45 % 1) && !isNaN(data45)))){
return false;
}
if(errors === _errs106){
if(typeof data45 == "number"){
if(data45 > 104857600 || isNaN(data45)){
return false;
}
else {
if(data45 < 1024 || isNaN(data45)){
return false;
}
}
}
}
var valid13 = _errs106 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.YamlFile !== undefined){
let data46 = data44.YamlFile;
const _errs108 = errors;
if(!((typeof data46 == "number") && (!(data46 % 1) && !isNaN(data46)))){
return false;
}
if(errors === _errs108){
if(typeof data46 == "number"){
if(data46 > 16777216 || isNaN(data46)){
return false;
}
else {
if(data46 < 1024 || isNaN(data46)){
return false;
}
}
}
}
var valid13 = _errs108 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.YamlDepth !== undefined){
let data47 = data44.YamlDepth;
const _errs110 = errors;
if(!((typeof data47 == "number") && (!(data47 % 1) && !isNaN(data47)))){
return false;
}
if(errors === _errs110){
if(typeof data47 == "number"){
if(data47 > 500 || isNaN(data47)){
return false;
}
else {
if(data47 < 8 || isNaN(data47)){
return false;
}
}
}
}
var valid13 = _errs110 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.YamlAliases !== undefined){
let data48 = data44.YamlAliases;
const _errs112 = errors;
if(!((typeof data48 == "number") && (!(data48 % 1) && !isNaN(data48)))){
return false;
}
if(errors === _errs112){
if(typeof data48 == "number"){
if(data48 > 10000 || isNaN(data48)){
return false;
}
else {
if(data48 < 0 || isNaN(data48)){
return false;
}
}
}
}
var valid13 = _errs112 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.FlowInput !== undefined){
let data49 = data44.FlowInput;
const _errs114 = errors;
if(!((typeof data49 == "number") && (!(data49 % 1) && !isNaN(data49)))){
return false;
}
if(errors === _errs114){
if(typeof data49 == "number"){
if(data49 > 8388608 || isNaN(data49)){
return false;
}
else {
if(data49 < 1024 || isNaN(data49)){
return false;
}
}
}
}
var valid13 = _errs114 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.TaskOutput !== undefined){
let data50 = data44.TaskOutput;
const _errs116 = errors;
if(!((typeof data50 == "number") && (!(data50 % 1) && !isNaN(data50)))){
return false;
}
if(errors === _errs116){
if(typeof data50 == "number"){
if(data50 > 8388608 || isNaN(data50)){
return false;
}
else {
if(data50 < 1024 || isNaN(data50)){
return false;
}
}
}
}
var valid13 = _errs116 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.RunLog !== undefined){
let data51 = data44.RunLog;
const _errs118 = errors;
if(!((typeof data51 == "number") && (!(data51 % 1) && !isNaN(data51)))){
return false;
}
if(errors === _errs118){
if(typeof data51 == "number"){
if(data51 > 1073741824 || isNaN(data51)){
return false;
}
else {
if(data51 < 1024 || isNaN(data51)){
return false;
}
}
}
}
var valid13 = _errs118 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.ListPage !== undefined){
let data52 = data44.ListPage;
const _errs120 = errors;
if(!((typeof data52 == "number") && (!(data52 % 1) && !isNaN(data52)))){
return false;
}
if(errors === _errs120){
if(typeof data52 == "number"){
if(data52 > 1000 || isNaN(data52)){
return false;
}
else {
if(data52 < 1 || isNaN(data52)){
return false;
}
}
}
}
var valid13 = _errs120 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.FlowDuration !== undefined){
let data53 = data44.FlowDuration;
const _errs122 = errors;
if(!((typeof data53 == "number") && (!(data53 % 1) && !isNaN(data53)))){
return false;
}
if(errors === _errs122){
if(typeof data53 == "number"){
if(data53 > 31536000 || isNaN(data53)){
return false;
}
else {
if(data53 < 1 || isNaN(data53)){
return false;
}
}
}
}
var valid13 = _errs122 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.ConcurrentRuns !== undefined){
let data54 = data44.ConcurrentRuns;
const _errs124 = errors;
if(!((typeof data54 == "number") && (!(data54 % 1) && !isNaN(data54)))){
return false;
}
if(errors === _errs124){
if(typeof data54 == "number"){
if(data54 > 100000 || isNaN(data54)){
return false;
}
else {
if(data54 < 1 || isNaN(data54)){
return false;
}
}
}
}
var valid13 = _errs124 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.PendingRuns !== undefined){
let data55 = data44.PendingRuns;
const _errs126 = errors;
if(!((typeof data55 == "number") && (!(data55 % 1) && !isNaN(data55)))){
return false;
}
if(errors === _errs126){
if(typeof data55 == "number"){
if(data55 > 10000000 || isNaN(data55)){
return false;
}
else {
if(data55 < 1 || isNaN(data55)){
return false;
}
}
}
}
var valid13 = _errs126 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.GitTransfer !== undefined){
let data56 = data44.GitTransfer;
const _errs128 = errors;
if(!((typeof data56 == "number") && (!(data56 % 1) && !isNaN(data56)))){
return false;
}
if(errors === _errs128){
if(typeof data56 == "number"){
if(data56 > 4294967296 || isNaN(data56)){
return false;
}
else {
if(data56 < 1048576 || isNaN(data56)){
return false;
}
}
}
}
var valid13 = _errs128 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.RequestsPerMinute !== undefined){
let data57 = data44.RequestsPerMinute;
const _errs130 = errors;
if(!((typeof data57 == "number") && (!(data57 % 1) && !isNaN(data57)))){
return false;
}
if(errors === _errs130){
if(typeof data57 == "number"){
if(data57 > 10000000 || isNaN(data57)){
return false;
}
else {
if(data57 < 1 || isNaN(data57)){
return false;
}
}
}
}
var valid13 = _errs130 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data44.SignInsPerMinute !== undefined){
let data58 = data44.SignInsPerMinute;
const _errs132 = errors;
if(!((typeof data58 == "number") && (!(data58 % 1) && !isNaN(data58)))){
return false;
}
if(errors === _errs132){
if(typeof data58 == "number"){
if(data58 > 10000 || isNaN(data58)){
return false;
}
else {
if(data58 < 1 || isNaN(data58)){
return false;
}
}
}
}
var valid13 = _errs132 === errors;
}
else {
var valid13 = true;
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
}
else {
return false;
}
}
var valid0 = _errs103 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Flows !== undefined){
let data59 = data.Flows;
const _errs134 = errors;
if(errors === _errs134){
if(data59 && typeof data59 == "object" && !Array.isArray(data59)){
const _errs136 = errors;
for(const key11 in data59){
if(!((key11 === "AllowPrivateNetworks") || (key11 === "AllowProcesses"))){
return false;
break;
}
}
if(_errs136 === errors){
if(data59.AllowPrivateNetworks !== undefined){
const _errs137 = errors;
if(typeof data59.AllowPrivateNetworks !== "boolean"){
return false;
}
var valid14 = _errs137 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data59.AllowProcesses !== undefined){
const _errs139 = errors;
if(typeof data59.AllowProcesses !== "boolean"){
return false;
}
var valid14 = _errs139 === errors;
}
else {
var valid14 = true;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs134 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Connectors !== undefined){
let data62 = data.Connectors;
const _errs141 = errors;
if(errors === _errs141){
if(data62 && typeof data62 == "object" && !Array.isArray(data62)){
const _errs143 = errors;
for(const key12 in data62){
if(!(key12 === "Packages")){
return false;
break;
}
}
if(_errs143 === errors){
if(data62.Packages !== undefined){
let data63 = data62.Packages;
const _errs144 = errors;
if(errors === _errs144){
if(Array.isArray(data63)){
var valid16 = true;
const len3 = data63.length;
for(let i3=0; i3<len3; i3++){
let data64 = data63[i3];
const _errs146 = errors;
if(errors === _errs146){
if(typeof data64 === "string"){
if(func2(data64) < 1){
return false;
}
}
else {
return false;
}
}
var valid16 = _errs146 === errors;
if(!valid16){
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
var valid0 = _errs141 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Telemetry !== undefined){
let data65 = data.Telemetry;
const _errs148 = errors;
if(errors === _errs148){
if(data65 && typeof data65 == "object" && !Array.isArray(data65)){
const _errs150 = errors;
for(const key13 in data65){
if(!(key13 === "LogLevel")){
return false;
break;
}
}
if(_errs150 === errors){
if(data65.LogLevel !== undefined){
let data66 = data65.LogLevel;
if(typeof data66 !== "string"){
return false;
}
if(!(((((((data66 === "silent") || (data66 === "fatal")) || (data66 === "error")) || (data66 === "warn")) || (data66 === "info")) || (data66 === "debug")) || (data66 === "trace"))){
return false;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs148 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.DataDirectory !== undefined){
let data67 = data.DataDirectory;
const _errs153 = errors;
if(errors === _errs153){
if(typeof data67 === "string"){
if(func2(data67) < 1){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs153 === errors;
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

