// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"settings.json","type":"object","additionalProperties":false,"properties":{"Server":{"type":"object","additionalProperties":false,"default":{},"properties":{"Host":{"type":"string","minLength":1,"default":"127.0.0.1"},"Port":{"type":"integer","minimum":0,"maximum":65535,"default":7420},"BaseUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"},"TrustedProxies":{"type":"array","items":{"type":"string","pattern":"^[0-9a-fA-F.:]+(/[0-9]{1,3})?$"},"default":[]}}},"Git":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":true},"Remote":{"type":"string","minLength":1},"Branch":{"type":"string","minLength":1},"PollInterval":{"type":"integer","minimum":1,"maximum":86400,"default":30},"Timeout":{"type":"integer","minimum":1,"maximum":3600,"default":30},"CaFile":{"type":"string","minLength":1},"Credentials":{"type":"object","additionalProperties":false,"default":{},"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Username":{"type":"string","minLength":1},"Token":{"type":"string","minLength":1,"x-secret":true},"KeyFile":{"type":"string","minLength":1},"KnownHostsFile":{"type":"string","minLength":1}}},"WebhookSecrets":{"type":"array","items":{"anyOf":[{"type":"string","pattern":"\\S","x-secret":true},{"type":"object","additionalProperties":false,"required":["Secret"],"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Key":{"type":"string","minLength":1}}}]},"default":[]},"Forge":{"type":"object","additionalProperties":false,"default":{},"properties":{"Type":{"type":"string","enum":["github","gitea"]},"Url":{"type":"string","pattern":"^https?://[^\\s@]+$"},"Repository":{"type":"string","pattern":"^[^/\\s]+/[^/\\s]+$"},"Token":{"type":"string","minLength":1,"x-secret":true},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"StatusUrl":{"type":"string","pattern":"^https?://[^\\s@]*\\{sha\\}"},"ApplyPolicy":{"type":"string","enum":["entity","commit"],"default":"entity"},"PruneLimit":{"type":"integer","minimum":0,"maximum":100,"default":50},"ProtectedBranches":{"type":"array","items":{"type":"string","minLength":1}},"ActiveBranches":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"Directory":{"type":"string","minLength":1}}},"LocalOverlay":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":false},"Directory":{"type":"string","minLength":1}}},"Database":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^postgres(ql)?://","x-secret":true}}},"Secrets":{"type":"object","additionalProperties":false,"default":{},"properties":{"MasterKey":{"type":"string","minLength":1,"x-secret":true},"PreviousMasterKey":{"type":"string","minLength":1,"x-secret":true},"MasterKeyFile":{"type":"string","minLength":1}}},"Auth":{"type":"object","additionalProperties":false,"default":{},"properties":{"AccessTokenMinutes":{"type":"integer","minimum":1,"maximum":60,"default":15},"SessionDays":{"type":"integer","minimum":1,"maximum":365,"default":30},"Oidc":{"type":"object","required":["Issuer","Audience"],"additionalProperties":false,"properties":{"Issuer":{"type":"string","pattern":"^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))"},"Audience":{"type":"string","minLength":1},"NameClaim":{"type":"string","minLength":1,"default":"sub"},"RoleClaim":{"type":"string","minLength":1,"default":"roles"},"Roles":{"type":"object","additionalProperties":{"type":"string","enum":["viewer","operator","editor","admin"]}},"DefaultRole":{"type":"string","enum":["viewer","operator","editor","admin"]},"Algorithms":{"type":"array","minItems":1,"items":{"type":"string","enum":["RS256","RS384","RS512","PS256","PS384","PS512","ES256","ES384","ES512","EdDSA"]},"default":["RS256","PS256","ES256","EdDSA"]},"ClockTolerance":{"type":"integer","minimum":0,"maximum":300,"default":30}}}}},"Limits":{"type":"object","additionalProperties":false,"default":{},"properties":{"RequestBody":{"type":"integer","minimum":1024,"maximum":104857600,"default":1048576},"QueryDepth":{"type":"integer","minimum":3,"maximum":50,"default":12},"QueryCost":{"type":"integer","minimum":100,"maximum":1000000,"default":20000},"YamlFile":{"type":"integer","minimum":1024,"maximum":16777216,"default":1048576},"YamlDepth":{"type":"integer","minimum":8,"maximum":500,"default":100},"YamlAliases":{"type":"integer","minimum":0,"maximum":10000,"default":100},"FlowInput":{"x-runtime":true,"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"TaskOutput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"RunLog":{"type":"integer","minimum":1024,"maximum":1073741824,"default":10485760},"RunTasks":{"type":"integer","minimum":100,"maximum":10000000,"default":1000000},"RunJournal":{"type":"integer","minimum":65536,"maximum":1073741824,"default":67108864},"RunNesting":{"type":"integer","minimum":1,"maximum":256,"default":32},"RunChildren":{"type":"integer","minimum":1,"maximum":1000000,"default":10000},"ListPage":{"x-runtime":true,"type":"integer","minimum":1,"maximum":1000,"default":200},"FlowDuration":{"x-runtime":true,"type":"integer","minimum":1,"maximum":31536000,"default":86400},"ConcurrentRuns":{"type":"integer","minimum":1,"maximum":100000,"default":256},"PendingRuns":{"type":"integer","minimum":1,"maximum":10000000,"default":100000},"GitTransfer":{"type":"integer","minimum":1048576,"maximum":4294967296,"default":536870912},"RequestsPerMinute":{"x-runtime":true,"type":"integer","minimum":1,"maximum":10000000,"default":600},"SignInsPerMinute":{"type":"integer","minimum":1,"maximum":10000,"default":10}}},"Flows":{"type":"object","additionalProperties":false,"default":{},"properties":{"AllowPrivateNetworks":{"type":"boolean","default":false},"AllowProcesses":{"type":"boolean","default":false}}},"Connectors":{"type":"object","additionalProperties":false,"default":{},"properties":{"Sql":{"type":"object","additionalProperties":false,"default":{},"properties":{"Directory":{"type":"string","minLength":1},"AllowAnyFile":{"type":"boolean","default":false}}},"Packages":{"type":"array","items":{"type":"string","minLength":1},"default":[]}}},"Backups":{"type":"object","additionalProperties":false,"default":{},"properties":{"Schedule":{"type":"string","minLength":1,"maxLength":200},"Categories":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["flows","environments","connections","config","secrets","users","runs","settings"]}},"Keep":{"type":"integer","minimum":1,"maximum":10000,"default":14},"KeepDays":{"type":"integer","minimum":1,"maximum":36500,"default":90},"Directory":{"type":"string","minLength":1},"LargestUpload":{"type":"integer","minimum":1048576,"maximum":1099511627776,"default":4294967296}}},"Retention":{"type":"object","additionalProperties":false,"default":{},"properties":{"CompletedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":30},"FaultedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Audit":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365}}},"Telemetry":{"type":"object","additionalProperties":false,"default":{},"properties":{"LogLevel":{"x-runtime":true,"type":"string","enum":["silent","fatal","error","warn","info","debug","trace"],"default":"info"},"LogFile":{"type":"string","minLength":1},"PublicMetrics":{"type":"boolean","default":false},"OtlpEndpoint":{"type":"string","pattern":"^https?://[^\\s]+$"},"OtlpToken":{"type":"string","minLength":1,"x-secret":true}}},"Support":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"}}},"Events":{"type":"object","additionalProperties":false,"default":{},"properties":{"Webhooks":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["Url","Secret"],"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"},"Secret":{"type":"string","minLength":8,"x-secret":true},"Types":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[\\w.-]*\\*?$"}}}},"default":[]}}},"DataDirectory":{"type":"string","minLength":1,"default":".svc"}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern3 = new RegExp("^https?://[^\\s]*[^\\s/]$", "u");
const pattern4 = new RegExp("^[0-9a-fA-F.:]+(/[0-9]{1,3})?$", "u");
const pattern5 = new RegExp("^platform/.", "u");
const pattern6 = new RegExp("\\S", "u");
const pattern8 = new RegExp("^https?://[^\\s@]+$", "u");
const pattern9 = new RegExp("^[^/\\s]+/[^/\\s]+$", "u");
const pattern11 = new RegExp("^https?://[^\\s@]*\\{sha\\}", "u");
const pattern12 = new RegExp("^postgres(ql)?://", "u");
const pattern13 = new RegExp("^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))", "u");
const pattern14 = new RegExp("^https?://[^\\s]+$", "u");
const pattern17 = new RegExp("^[\\w.-]*\\*?$", "u");

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
if(!((((key1 === "Host") || (key1 === "Port")) || (key1 === "BaseUrl")) || (key1 === "TrustedProxies"))){
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
if(valid1){
if(data0.TrustedProxies !== undefined){
let data4 = data0.TrustedProxies;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data4)){
var valid2 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
const _errs13 = errors;
if(errors === _errs13){
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
return false;
}
}
else {
return false;
}
}
var valid2 = _errs13 === errors;
if(!valid2){
break;
}
}
}
else {
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
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
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Git !== undefined){
let data6 = data.Git;
const _errs15 = errors;
if(errors === _errs15){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
const _errs17 = errors;
for(const key2 in data6){
if(!(func1.call(schema19.properties.Git.properties, key2))){
return false;
break;
}
}
if(_errs17 === errors){
if(data6.Enabled !== undefined){
const _errs18 = errors;
if(typeof data6.Enabled !== "boolean"){
return false;
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.Remote !== undefined){
let data8 = data6.Remote;
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
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.Branch !== undefined){
let data9 = data6.Branch;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data9 === "string"){
if(func2(data9) < 1){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs22 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.PollInterval !== undefined){
let data10 = data6.PollInterval;
const _errs24 = errors;
if(!((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10)))){
return false;
}
if(errors === _errs24){
if(typeof data10 == "number"){
if(data10 > 86400 || isNaN(data10)){
return false;
}
else {
if(data10 < 1 || isNaN(data10)){
return false;
}
}
}
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.Timeout !== undefined){
let data11 = data6.Timeout;
const _errs26 = errors;
if(!((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11)))){
return false;
}
if(errors === _errs26){
if(typeof data11 == "number"){
if(data11 > 3600 || isNaN(data11)){
return false;
}
else {
if(data11 < 1 || isNaN(data11)){
return false;
}
}
}
}
var valid3 = _errs26 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.CaFile !== undefined){
let data12 = data6.CaFile;
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
var valid3 = _errs28 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.Credentials !== undefined){
let data13 = data6.Credentials;
const _errs30 = errors;
if(errors === _errs30){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
const _errs32 = errors;
for(const key3 in data13){
if(!(((((key3 === "Secret") || (key3 === "Username")) || (key3 === "Token")) || (key3 === "KeyFile")) || (key3 === "KnownHostsFile"))){
return false;
break;
}
}
if(_errs32 === errors){
if(data13.Secret !== undefined){
let data14 = data13.Secret;
const _errs33 = errors;
if(errors === _errs33){
if(typeof data14 === "string"){
if(func2(data14) < 1){
return false;
}
else {
if(!pattern5.test(data14)){
return false;
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
if(data13.Username !== undefined){
let data15 = data13.Username;
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
var valid4 = _errs35 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.Token !== undefined){
let data16 = data13.Token;
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
var valid4 = _errs37 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.KeyFile !== undefined){
let data17 = data13.KeyFile;
const _errs39 = errors;
if(errors === _errs39){
if(typeof data17 === "string"){
if(func2(data17) < 1){
return false;
}
}
else {
return false;
}
}
var valid4 = _errs39 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.KnownHostsFile !== undefined){
let data18 = data13.KnownHostsFile;
const _errs41 = errors;
if(errors === _errs41){
if(typeof data18 === "string"){
if(func2(data18) < 1){
return false;
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
var valid3 = _errs30 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.WebhookSecrets !== undefined){
let data19 = data6.WebhookSecrets;
const _errs43 = errors;
if(errors === _errs43){
if(Array.isArray(data19)){
var valid5 = true;
const len1 = data19.length;
for(let i1=0; i1<len1; i1++){
let data20 = data19[i1];
const _errs45 = errors;
const _errs46 = errors;
let valid6 = false;
const _errs47 = errors;
if(errors === _errs47){
if(typeof data20 === "string"){
if(!pattern6.test(data20)){
errors++;
}
}
else {
errors++;
}
}
var _valid0 = _errs47 === errors;
valid6 = valid6 || _valid0;
if(!valid6){
const _errs49 = errors;
if(errors === _errs49){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
let missing0;
if((data20.Secret === undefined) && (missing0 = "Secret")){
errors++;
}
else {
const _errs51 = errors;
for(const key4 in data20){
if(!((key4 === "Secret") || (key4 === "Key"))){
errors++;
break;
}
}
if(_errs51 === errors){
if(data20.Secret !== undefined){
let data21 = data20.Secret;
const _errs52 = errors;
if(errors === _errs52){
if(typeof data21 === "string"){
if(func2(data21) < 1){
errors++;
}
else {
if(!pattern5.test(data21)){
errors++;
}
}
}
else {
errors++;
}
}
var valid7 = _errs52 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data20.Key !== undefined){
let data22 = data20.Key;
const _errs54 = errors;
if(errors === _errs54){
if(typeof data22 === "string"){
if(func2(data22) < 1){
errors++;
}
}
else {
errors++;
}
}
var valid7 = _errs54 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs49 === errors;
valid6 = valid6 || _valid0;
}
if(!valid6){
errors++;
return false;
}
else {
errors = _errs46;
}
var valid5 = _errs45 === errors;
if(!valid5){
break;
}
}
}
else {
return false;
}
}
var valid3 = _errs43 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.Forge !== undefined){
let data23 = data6.Forge;
const _errs56 = errors;
if(errors === _errs56){
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
const _errs58 = errors;
for(const key5 in data23){
if(!(((((key5 === "Type") || (key5 === "Url")) || (key5 === "Repository")) || (key5 === "Token")) || (key5 === "Secret"))){
return false;
break;
}
}
if(_errs58 === errors){
if(data23.Type !== undefined){
let data24 = data23.Type;
const _errs59 = errors;
if(typeof data24 !== "string"){
return false;
}
if(!((data24 === "github") || (data24 === "gitea"))){
return false;
}
var valid8 = _errs59 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.Url !== undefined){
let data25 = data23.Url;
const _errs61 = errors;
if(errors === _errs61){
if(typeof data25 === "string"){
if(!pattern8.test(data25)){
return false;
}
}
else {
return false;
}
}
var valid8 = _errs61 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.Repository !== undefined){
let data26 = data23.Repository;
const _errs63 = errors;
if(errors === _errs63){
if(typeof data26 === "string"){
if(!pattern9.test(data26)){
return false;
}
}
else {
return false;
}
}
var valid8 = _errs63 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.Token !== undefined){
let data27 = data23.Token;
const _errs65 = errors;
if(errors === _errs65){
if(typeof data27 === "string"){
if(func2(data27) < 1){
return false;
}
}
else {
return false;
}
}
var valid8 = _errs65 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data23.Secret !== undefined){
let data28 = data23.Secret;
const _errs67 = errors;
if(errors === _errs67){
if(typeof data28 === "string"){
if(func2(data28) < 1){
return false;
}
else {
if(!pattern5.test(data28)){
return false;
}
}
}
else {
return false;
}
}
var valid8 = _errs67 === errors;
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
else {
return false;
}
}
var valid3 = _errs56 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.StatusUrl !== undefined){
let data29 = data6.StatusUrl;
const _errs69 = errors;
if(errors === _errs69){
if(typeof data29 === "string"){
if(!pattern11.test(data29)){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs69 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.ApplyPolicy !== undefined){
let data30 = data6.ApplyPolicy;
const _errs71 = errors;
if(typeof data30 !== "string"){
return false;
}
if(!((data30 === "entity") || (data30 === "commit"))){
return false;
}
var valid3 = _errs71 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.PruneLimit !== undefined){
let data31 = data6.PruneLimit;
const _errs73 = errors;
if(!((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31)))){
return false;
}
if(errors === _errs73){
if(typeof data31 == "number"){
if(data31 > 100 || isNaN(data31)){
return false;
}
else {
if(data31 < 0 || isNaN(data31)){
return false;
}
}
}
}
var valid3 = _errs73 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.ProtectedBranches !== undefined){
let data32 = data6.ProtectedBranches;
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
var valid3 = _errs75 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.ActiveBranches !== undefined){
let data34 = data6.ActiveBranches;
const _errs79 = errors;
if(errors === _errs79){
if(Array.isArray(data34)){
var valid10 = true;
const len3 = data34.length;
for(let i3=0; i3<len3; i3++){
let data35 = data34[i3];
const _errs81 = errors;
if(errors === _errs81){
if(typeof data35 === "string"){
if(func2(data35) < 1){
return false;
}
}
else {
return false;
}
}
var valid10 = _errs81 === errors;
if(!valid10){
break;
}
}
}
else {
return false;
}
}
var valid3 = _errs79 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.Directory !== undefined){
let data36 = data6.Directory;
const _errs83 = errors;
if(errors === _errs83){
if(typeof data36 === "string"){
if(func2(data36) < 1){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs83 === errors;
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
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.LocalOverlay !== undefined){
let data37 = data.LocalOverlay;
const _errs85 = errors;
if(errors === _errs85){
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
const _errs87 = errors;
for(const key6 in data37){
if(!((key6 === "Enabled") || (key6 === "Directory"))){
return false;
break;
}
}
if(_errs87 === errors){
if(data37.Enabled !== undefined){
const _errs88 = errors;
if(typeof data37.Enabled !== "boolean"){
return false;
}
var valid11 = _errs88 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data37.Directory !== undefined){
let data39 = data37.Directory;
const _errs90 = errors;
if(errors === _errs90){
if(typeof data39 === "string"){
if(func2(data39) < 1){
return false;
}
}
else {
return false;
}
}
var valid11 = _errs90 === errors;
}
else {
var valid11 = true;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs85 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Database !== undefined){
let data40 = data.Database;
const _errs92 = errors;
if(errors === _errs92){
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
const _errs94 = errors;
for(const key7 in data40){
if(!(key7 === "Url")){
return false;
break;
}
}
if(_errs94 === errors){
if(data40.Url !== undefined){
let data41 = data40.Url;
const _errs95 = errors;
if(errors === _errs95){
if(typeof data41 === "string"){
if(!pattern12.test(data41)){
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
var valid0 = _errs92 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Secrets !== undefined){
let data42 = data.Secrets;
const _errs97 = errors;
if(errors === _errs97){
if(data42 && typeof data42 == "object" && !Array.isArray(data42)){
const _errs99 = errors;
for(const key8 in data42){
if(!(((key8 === "MasterKey") || (key8 === "PreviousMasterKey")) || (key8 === "MasterKeyFile"))){
return false;
break;
}
}
if(_errs99 === errors){
if(data42.MasterKey !== undefined){
let data43 = data42.MasterKey;
const _errs100 = errors;
if(errors === _errs100){
if(typeof data43 === "string"){
if(func2(data43) < 1){
return false;
}
}
else {
return false;
}
}
var valid13 = _errs100 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data42.PreviousMasterKey !== undefined){
let data44 = data42.PreviousMasterKey;
const _errs102 = errors;
if(errors === _errs102){
if(typeof data44 === "string"){
if(func2(data44) < 1){
return false;
}
}
else {
return false;
}
}
var valid13 = _errs102 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data42.MasterKeyFile !== undefined){
let data45 = data42.MasterKeyFile;
const _errs104 = errors;
if(errors === _errs104){
if(typeof data45 === "string"){
if(func2(data45) < 1){
return false;
}
}
else {
return false;
}
}
var valid13 = _errs104 === errors;
}
else {
var valid13 = true;
}
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
if(data.Auth !== undefined){
let data46 = data.Auth;
const _errs106 = errors;
if(errors === _errs106){
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
const _errs108 = errors;
for(const key9 in data46){
if(!(((key9 === "AccessTokenMinutes") || (key9 === "SessionDays")) || (key9 === "Oidc"))){
return false;
break;
}
}
if(_errs108 === errors){
if(data46.AccessTokenMinutes !== undefined){
let data47 = data46.AccessTokenMinutes;
const _errs109 = errors;
if(!((typeof data47 == "number") && (!(data47 % 1) && !isNaN(data47)))){
return false;
}
if(errors === _errs109){
if(typeof data47 == "number"){
if(data47 > 60 || isNaN(data47)){
return false;
}
else {
if(data47 < 1 || isNaN(data47)){
return false;
}
}
}
}
var valid14 = _errs109 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data46.SessionDays !== undefined){
let data48 = data46.SessionDays;
const _errs111 = errors;
if(!((typeof data48 == "number") && (!(data48 % 1) && !isNaN(data48)))){
return false;
}
if(errors === _errs111){
if(typeof data48 == "number"){
if(data48 > 365 || isNaN(data48)){
return false;
}
else {
if(data48 < 1 || isNaN(data48)){
return false;
}
}
}
}
var valid14 = _errs111 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data46.Oidc !== undefined){
let data49 = data46.Oidc;
const _errs113 = errors;
if(errors === _errs113){
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
let missing1;
if(((data49.Issuer === undefined) && (missing1 = "Issuer")) || ((data49.Audience === undefined) && (missing1 = "Audience"))){
return false;
}
else {
const _errs115 = errors;
for(const key10 in data49){
if(!((((((((key10 === "Issuer") || (key10 === "Audience")) || (key10 === "NameClaim")) || (key10 === "RoleClaim")) || (key10 === "Roles")) || (key10 === "DefaultRole")) || (key10 === "Algorithms")) || (key10 === "ClockTolerance"))){
return false;
break;
}
}
if(_errs115 === errors){
if(data49.Issuer !== undefined){
let data50 = data49.Issuer;
const _errs116 = errors;
if(errors === _errs116){
if(typeof data50 === "string"){
if(!pattern13.test(data50)){
return false;
}
}
else {
return false;
}
}
var valid15 = _errs116 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data49.Audience !== undefined){
let data51 = data49.Audience;
const _errs118 = errors;
if(errors === _errs118){
if(typeof data51 === "string"){
if(func2(data51) < 1){
return false;
}
}
else {
return false;
}
}
var valid15 = _errs118 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data49.NameClaim !== undefined){
let data52 = data49.NameClaim;
const _errs120 = errors;
if(errors === _errs120){
if(typeof data52 === "string"){
if(func2(data52) < 1){
return false;
}
}
else {
return false;
}
}
var valid15 = _errs120 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data49.RoleClaim !== undefined){
let data53 = data49.RoleClaim;
const _errs122 = errors;
if(errors === _errs122){
if(typeof data53 === "string"){
if(func2(data53) < 1){
return false;
}
}
else {
return false;
}
}
var valid15 = _errs122 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data49.Roles !== undefined){
let data54 = data49.Roles;
const _errs124 = errors;
if(errors === _errs124){
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
for(const key11 in data54){
let data55 = data54[key11];
const _errs127 = errors;
if(typeof data55 !== "string"){
return false;
}
if(!((((data55 === "viewer") || (data55 === "operator")) || (data55 === "editor")) || (data55 === "admin"))){
return false;
}
var valid16 = _errs127 === errors;
if(!valid16){
break;
}
}
}
else {
return false;
}
}
var valid15 = _errs124 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data49.DefaultRole !== undefined){
let data56 = data49.DefaultRole;
const _errs129 = errors;
if(typeof data56 !== "string"){
return false;
}
if(!((((data56 === "viewer") || (data56 === "operator")) || (data56 === "editor")) || (data56 === "admin"))){
return false;
}
var valid15 = _errs129 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data49.Algorithms !== undefined){
let data57 = data49.Algorithms;
const _errs131 = errors;
if(errors === _errs131){
if(Array.isArray(data57)){
if(data57.length < 1){
return false;
}
else {
var valid17 = true;
const len4 = data57.length;
for(let i4=0; i4<len4; i4++){
let data58 = data57[i4];
const _errs133 = errors;
if(typeof data58 !== "string"){
return false;
}
if(!((((((((((data58 === "RS256") || (data58 === "RS384")) || (data58 === "RS512")) || (data58 === "PS256")) || (data58 === "PS384")) || (data58 === "PS512")) || (data58 === "ES256")) || (data58 === "ES384")) || (data58 === "ES512")) || (data58 === "EdDSA"))){
return false;
}
var valid17 = _errs133 === errors;
if(!valid17){
break;
}
}
}
}
else {
return false;
}
}
var valid15 = _errs131 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data49.ClockTolerance !== undefined){
let data59 = data49.ClockTolerance;
const _errs135 = errors;
if(!((typeof data59 == "number") && (!(data59 % 1) && !isNaN(data59)))){
return false;
}
if(errors === _errs135){
if(typeof data59 == "number"){
if(data59 > 300 || isNaN(data59)){
return false;
}
else {
if(data59 < 0 || isNaN(data59)){
return false;
}
}
}
}
var valid15 = _errs135 === errors;
}
else {
var valid15 = true;
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
var valid14 = _errs113 === errors;
}
else {
var valid14 = true;
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs106 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Limits !== undefined){
let data60 = data.Limits;
const _errs137 = errors;
if(errors === _errs137){
if(data60 && typeof data60 == "object" && !Array.isArray(data60)){
const _errs139 = errors;
for(const key12 in data60){
if(!(func1.call(schema19.properties.Limits.properties, key12))){
return false;
break;
}
}
if(_errs139 === errors){
if(data60.RequestBody !== undefined){
let data61 = data60.RequestBody;
const _errs140 = errors;
if(!((typeof data61 == "number") && (!(data61 % 1) && !isNaN(data61)))){
return false;
}
if(errors === _errs140){
if(typeof data61 == "number"){
if(data61 > 104857600 || isNaN(data61)){
return false;
}
else {
if(data61 < 1024 || isNaN(data61)){
return false;
}
}
}
}
var valid18 = _errs140 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.QueryDepth !== undefined){
let data62 = data60.QueryDepth;
const _errs142 = errors;
if(!((typeof data62 == "number") && (!(data62 % 1) && !isNaN(data62)))){
return false;
}
if(errors === _errs142){
if(typeof data62 == "number"){
if(data62 > 50 || isNaN(data62)){
return false;
}
else {
if(data62 < 3 || isNaN(data62)){
return false;
}
}
}
}
var valid18 = _errs142 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.QueryCost !== undefined){
let data63 = data60.QueryCost;
const _errs144 = errors;
if(!((typeof data63 == "number") && (!(data63 % 1) && !isNaN(data63)))){
return false;
}
if(errors === _errs144){
if(typeof data63 == "number"){
if(data63 > 1000000 || isNaN(data63)){
return false;
}
else {
if(data63 < 100 || isNaN(data63)){
return false;
}
}
}
}
var valid18 = _errs144 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.YamlFile !== undefined){
let data64 = data60.YamlFile;
const _errs146 = errors;
if(!((typeof data64 == "number") && (!(data64 % 1) && !isNaN(data64)))){
return false;
}
if(errors === _errs146){
if(typeof data64 == "number"){
if(data64 > 16777216 || isNaN(data64)){
return false;
}
else {
if(data64 < 1024 || isNaN(data64)){
return false;
}
}
}
}
var valid18 = _errs146 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.YamlDepth !== undefined){
let data65 = data60.YamlDepth;
const _errs148 = errors;
if(!((typeof data65 == "number") && (!(data65 % 1) && !isNaN(data65)))){
return false;
}
if(errors === _errs148){
if(typeof data65 == "number"){
if(data65 > 500 || isNaN(data65)){
return false;
}
else {
if(data65 < 8 || isNaN(data65)){
return false;
}
}
}
}
var valid18 = _errs148 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.YamlAliases !== undefined){
let data66 = data60.YamlAliases;
const _errs150 = errors;
if(!((typeof data66 == "number") && (!(data66 % 1) && !isNaN(data66)))){
return false;
}
if(errors === _errs150){
if(typeof data66 == "number"){
if(data66 > 10000 || isNaN(data66)){
return false;
}
else {
if(data66 < 0 || isNaN(data66)){
return false;
}
}
}
}
var valid18 = _errs150 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.FlowInput !== undefined){
let data67 = data60.FlowInput;
const _errs152 = errors;
if(!((typeof data67 == "number") && (!(data67 % 1) && !isNaN(data67)))){
return false;
}
if(errors === _errs152){
if(typeof data67 == "number"){
if(data67 > 8388608 || isNaN(data67)){
return false;
}
else {
if(data67 < 1024 || isNaN(data67)){
return false;
}
}
}
}
var valid18 = _errs152 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.TaskOutput !== undefined){
let data68 = data60.TaskOutput;
const _errs154 = errors;
if(!((typeof data68 == "number") && (!(data68 % 1) && !isNaN(data68)))){
return false;
}
if(errors === _errs154){
if(typeof data68 == "number"){
if(data68 > 8388608 || isNaN(data68)){
return false;
}
else {
if(data68 < 1024 || isNaN(data68)){
return false;
}
}
}
}
var valid18 = _errs154 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.RunLog !== undefined){
let data69 = data60.RunLog;
const _errs156 = errors;
if(!((typeof data69 == "number") && (!(data69 % 1) && !isNaN(data69)))){
return false;
}
if(errors === _errs156){
if(typeof data69 == "number"){
if(data69 > 1073741824 || isNaN(data69)){
return false;
}
else {
if(data69 < 1024 || isNaN(data69)){
return false;
}
}
}
}
var valid18 = _errs156 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.RunTasks !== undefined){
let data70 = data60.RunTasks;
const _errs158 = errors;
if(!((typeof data70 == "number") && (!(data70 % 1) && !isNaN(data70)))){
return false;
}
if(errors === _errs158){
if(typeof data70 == "number"){
if(data70 > 10000000 || isNaN(data70)){
return false;
}
else {
if(data70 < 100 || isNaN(data70)){
return false;
}
}
}
}
var valid18 = _errs158 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.RunJournal !== undefined){
let data71 = data60.RunJournal;
const _errs160 = errors;
if(!((typeof data71 == "number") && (!(data71 % 1) && !isNaN(data71)))){
return false;
}
if(errors === _errs160){
if(typeof data71 == "number"){
if(data71 > 1073741824 || isNaN(data71)){
return false;
}
else {
if(data71 < 65536 || isNaN(data71)){
return false;
}
}
}
}
var valid18 = _errs160 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.RunNesting !== undefined){
let data72 = data60.RunNesting;
const _errs162 = errors;
if(!((typeof data72 == "number") && (!(data72 % 1) && !isNaN(data72)))){
return false;
}
if(errors === _errs162){
if(typeof data72 == "number"){
if(data72 > 256 || isNaN(data72)){
return false;
}
else {
if(data72 < 1 || isNaN(data72)){
return false;
}
}
}
}
var valid18 = _errs162 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.RunChildren !== undefined){
let data73 = data60.RunChildren;
const _errs164 = errors;
if(!((typeof data73 == "number") && (!(data73 % 1) && !isNaN(data73)))){
return false;
}
if(errors === _errs164){
if(typeof data73 == "number"){
if(data73 > 1000000 || isNaN(data73)){
return false;
}
else {
if(data73 < 1 || isNaN(data73)){
return false;
}
}
}
}
var valid18 = _errs164 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.ListPage !== undefined){
let data74 = data60.ListPage;
const _errs166 = errors;
if(!((typeof data74 == "number") && (!(data74 % 1) && !isNaN(data74)))){
return false;
}
if(errors === _errs166){
if(typeof data74 == "number"){
if(data74 > 1000 || isNaN(data74)){
return false;
}
else {
if(data74 < 1 || isNaN(data74)){
return false;
}
}
}
}
var valid18 = _errs166 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.FlowDuration !== undefined){
let data75 = data60.FlowDuration;
const _errs168 = errors;
if(!((typeof data75 == "number") && (!(data75 % 1) && !isNaN(data75)))){
return false;
}
if(errors === _errs168){
if(typeof data75 == "number"){
if(data75 > 31536000 || isNaN(data75)){
return false;
}
else {
if(data75 < 1 || isNaN(data75)){
return false;
}
}
}
}
var valid18 = _errs168 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.ConcurrentRuns !== undefined){
let data76 = data60.ConcurrentRuns;
const _errs170 = errors;
if(!((typeof data76 == "number") && (!(data76 % 1) && !isNaN(data76)))){
return false;
}
if(errors === _errs170){
if(typeof data76 == "number"){
if(data76 > 100000 || isNaN(data76)){
return false;
}
else {
if(data76 < 1 || isNaN(data76)){
return false;
}
}
}
}
var valid18 = _errs170 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.PendingRuns !== undefined){
let data77 = data60.PendingRuns;
const _errs172 = errors;
if(!((typeof data77 == "number") && (!(data77 % 1) && !isNaN(data77)))){
return false;
}
if(errors === _errs172){
if(typeof data77 == "number"){
if(data77 > 10000000 || isNaN(data77)){
return false;
}
else {
if(data77 < 1 || isNaN(data77)){
return false;
}
}
}
}
var valid18 = _errs172 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.GitTransfer !== undefined){
let data78 = data60.GitTransfer;
const _errs174 = errors;
if(!((typeof data78 == "number") && (!(data78 % 1) && !isNaN(data78)))){
return false;
}
if(errors === _errs174){
if(typeof data78 == "number"){
if(data78 > 4294967296 || isNaN(data78)){
return false;
}
else {
if(data78 < 1048576 || isNaN(data78)){
return false;
}
}
}
}
var valid18 = _errs174 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.RequestsPerMinute !== undefined){
let data79 = data60.RequestsPerMinute;
const _errs176 = errors;
if(!((typeof data79 == "number") && (!(data79 % 1) && !isNaN(data79)))){
return false;
}
if(errors === _errs176){
if(typeof data79 == "number"){
if(data79 > 10000000 || isNaN(data79)){
return false;
}
else {
if(data79 < 1 || isNaN(data79)){
return false;
}
}
}
}
var valid18 = _errs176 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data60.SignInsPerMinute !== undefined){
let data80 = data60.SignInsPerMinute;
const _errs178 = errors;
if(!((typeof data80 == "number") && (!(data80 % 1) && !isNaN(data80)))){
return false;
}
if(errors === _errs178){
if(typeof data80 == "number"){
if(data80 > 10000 || isNaN(data80)){
return false;
}
else {
if(data80 < 1 || isNaN(data80)){
return false;
}
}
}
}
var valid18 = _errs178 === errors;
}
else {
var valid18 = true;
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
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs137 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Flows !== undefined){
let data81 = data.Flows;
const _errs180 = errors;
if(errors === _errs180){
if(data81 && typeof data81 == "object" && !Array.isArray(data81)){
const _errs182 = errors;
for(const key13 in data81){
if(!((key13 === "AllowPrivateNetworks") || (key13 === "AllowProcesses"))){
return false;
break;
}
}
if(_errs182 === errors){
if(data81.AllowPrivateNetworks !== undefined){
const _errs183 = errors;
if(typeof data81.AllowPrivateNetworks !== "boolean"){
return false;
}
var valid19 = _errs183 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data81.AllowProcesses !== undefined){
const _errs185 = errors;
if(typeof data81.AllowProcesses !== "boolean"){
return false;
}
var valid19 = _errs185 === errors;
}
else {
var valid19 = true;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs180 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Connectors !== undefined){
let data84 = data.Connectors;
const _errs187 = errors;
if(errors === _errs187){
if(data84 && typeof data84 == "object" && !Array.isArray(data84)){
const _errs189 = errors;
for(const key14 in data84){
if(!((key14 === "Sql") || (key14 === "Packages"))){
return false;
break;
}
}
if(_errs189 === errors){
if(data84.Sql !== undefined){
let data85 = data84.Sql;
const _errs190 = errors;
if(errors === _errs190){
if(data85 && typeof data85 == "object" && !Array.isArray(data85)){
const _errs192 = errors;
for(const key15 in data85){
if(!((key15 === "Directory") || (key15 === "AllowAnyFile"))){
return false;
break;
}
}
if(_errs192 === errors){
if(data85.Directory !== undefined){
let data86 = data85.Directory;
const _errs193 = errors;
if(errors === _errs193){
if(typeof data86 === "string"){
if(func2(data86) < 1){
return false;
}
}
else {
return false;
}
}
var valid21 = _errs193 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data85.AllowAnyFile !== undefined){
const _errs195 = errors;
if(typeof data85.AllowAnyFile !== "boolean"){
return false;
}
var valid21 = _errs195 === errors;
}
else {
var valid21 = true;
}
}
}
}
else {
return false;
}
}
var valid20 = _errs190 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data84.Packages !== undefined){
let data88 = data84.Packages;
const _errs197 = errors;
if(errors === _errs197){
if(Array.isArray(data88)){
var valid22 = true;
const len5 = data88.length;
for(let i5=0; i5<len5; i5++){
let data89 = data88[i5];
const _errs199 = errors;
if(errors === _errs199){
if(typeof data89 === "string"){
if(func2(data89) < 1){
return false;
}
}
else {
return false;
}
}
var valid22 = _errs199 === errors;
if(!valid22){
break;
}
}
}
else {
return false;
}
}
var valid20 = _errs197 === errors;
}
else {
var valid20 = true;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs187 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Backups !== undefined){
let data90 = data.Backups;
const _errs201 = errors;
if(errors === _errs201){
if(data90 && typeof data90 == "object" && !Array.isArray(data90)){
const _errs203 = errors;
for(const key16 in data90){
if(!((((((key16 === "Schedule") || (key16 === "Categories")) || (key16 === "Keep")) || (key16 === "KeepDays")) || (key16 === "Directory")) || (key16 === "LargestUpload"))){
return false;
break;
}
}
if(_errs203 === errors){
if(data90.Schedule !== undefined){
let data91 = data90.Schedule;
const _errs204 = errors;
if(errors === _errs204){
if(typeof data91 === "string"){
if(func2(data91) > 200){
return false;
}
else {
if(func2(data91) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid23 = _errs204 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data90.Categories !== undefined){
let data92 = data90.Categories;
const _errs206 = errors;
if(errors === _errs206){
if(Array.isArray(data92)){
if(data92.length < 1){
return false;
}
else {
var valid24 = true;
const len6 = data92.length;
for(let i6=0; i6<len6; i6++){
let data93 = data92[i6];
const _errs208 = errors;
if(typeof data93 !== "string"){
return false;
}
if(!((((((((data93 === "flows") || (data93 === "environments")) || (data93 === "connections")) || (data93 === "config")) || (data93 === "secrets")) || (data93 === "users")) || (data93 === "runs")) || (data93 === "settings"))){
return false;
}
var valid24 = _errs208 === errors;
if(!valid24){
break;
}
}
if(valid24){
let i7 = data92.length;
let j0;
if(i7 > 1){
const indices0 = {};
for(;i7--;){
let item0 = data92[i7];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
return false;
break;
}
indices0[item0] = i7;
}
}
}
}
}
else {
return false;
}
}
var valid23 = _errs206 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data90.Keep !== undefined){
let data94 = data90.Keep;
const _errs210 = errors;
if(!((typeof data94 == "number") && (!(data94 % 1) && !isNaN(data94)))){
return false;
}
if(errors === _errs210){
if(typeof data94 == "number"){
if(data94 > 10000 || isNaN(data94)){
return false;
}
else {
if(data94 < 1 || isNaN(data94)){
return false;
}
}
}
}
var valid23 = _errs210 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data90.KeepDays !== undefined){
let data95 = data90.KeepDays;
const _errs212 = errors;
if(!((typeof data95 == "number") && (!(data95 % 1) && !isNaN(data95)))){
return false;
}
if(errors === _errs212){
if(typeof data95 == "number"){
if(data95 > 36500 || isNaN(data95)){
return false;
}
else {
if(data95 < 1 || isNaN(data95)){
return false;
}
}
}
}
var valid23 = _errs212 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data90.Directory !== undefined){
let data96 = data90.Directory;
const _errs214 = errors;
if(errors === _errs214){
if(typeof data96 === "string"){
if(func2(data96) < 1){
return false;
}
}
else {
return false;
}
}
var valid23 = _errs214 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data90.LargestUpload !== undefined){
let data97 = data90.LargestUpload;
const _errs216 = errors;
if(!((typeof data97 == "number") && (!(data97 % 1) && !isNaN(data97)))){
return false;
}
if(errors === _errs216){
if(typeof data97 == "number"){
if(data97 > 1099511627776 || isNaN(data97)){
return false;
}
else {
if(data97 < 1048576 || isNaN(data97)){
return false;
}
}
}
}
var valid23 = _errs216 === errors;
}
else {
var valid23 = true;
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
var valid0 = _errs201 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Retention !== undefined){
let data98 = data.Retention;
const _errs218 = errors;
if(errors === _errs218){
if(data98 && typeof data98 == "object" && !Array.isArray(data98)){
const _errs220 = errors;
for(const key17 in data98){
if(!(((key17 === "CompletedRuns") || (key17 === "FaultedRuns")) || (key17 === "Audit"))){
return false;
break;
}
}
if(_errs220 === errors){
if(data98.CompletedRuns !== undefined){
let data99 = data98.CompletedRuns;
const _errs221 = errors;
if(!((typeof data99 == "number") && (!(data99 % 1) && !isNaN(data99)))){
return false;
}
if(errors === _errs221){
if(typeof data99 == "number"){
if(data99 > 36500 || isNaN(data99)){
return false;
}
else {
if(data99 < 1 || isNaN(data99)){
return false;
}
}
}
}
var valid26 = _errs221 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data98.FaultedRuns !== undefined){
let data100 = data98.FaultedRuns;
const _errs223 = errors;
if(!((typeof data100 == "number") && (!(data100 % 1) && !isNaN(data100)))){
return false;
}
if(errors === _errs223){
if(typeof data100 == "number"){
if(data100 > 36500 || isNaN(data100)){
return false;
}
else {
if(data100 < 1 || isNaN(data100)){
return false;
}
}
}
}
var valid26 = _errs223 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data98.Audit !== undefined){
let data101 = data98.Audit;
const _errs225 = errors;
if(!((typeof data101 == "number") && (!(data101 % 1) && !isNaN(data101)))){
return false;
}
if(errors === _errs225){
if(typeof data101 == "number"){
if(data101 > 36500 || isNaN(data101)){
return false;
}
else {
if(data101 < 1 || isNaN(data101)){
return false;
}
}
}
}
var valid26 = _errs225 === errors;
}
else {
var valid26 = true;
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs218 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Telemetry !== undefined){
let data102 = data.Telemetry;
const _errs227 = errors;
if(errors === _errs227){
if(data102 && typeof data102 == "object" && !Array.isArray(data102)){
const _errs229 = errors;
for(const key18 in data102){
if(!(((((key18 === "LogLevel") || (key18 === "LogFile")) || (key18 === "PublicMetrics")) || (key18 === "OtlpEndpoint")) || (key18 === "OtlpToken"))){
return false;
break;
}
}
if(_errs229 === errors){
if(data102.LogLevel !== undefined){
let data103 = data102.LogLevel;
const _errs230 = errors;
if(typeof data103 !== "string"){
return false;
}
if(!(((((((data103 === "silent") || (data103 === "fatal")) || (data103 === "error")) || (data103 === "warn")) || (data103 === "info")) || (data103 === "debug")) || (data103 === "trace"))){
return false;
}
var valid27 = _errs230 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data102.LogFile !== undefined){
let data104 = data102.LogFile;
const _errs232 = errors;
if(errors === _errs232){
if(typeof data104 === "string"){
if(func2(data104) < 1){
return false;
}
}
else {
return false;
}
}
var valid27 = _errs232 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data102.PublicMetrics !== undefined){
const _errs234 = errors;
if(typeof data102.PublicMetrics !== "boolean"){
return false;
}
var valid27 = _errs234 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data102.OtlpEndpoint !== undefined){
let data106 = data102.OtlpEndpoint;
const _errs236 = errors;
if(errors === _errs236){
if(typeof data106 === "string"){
if(!pattern14.test(data106)){
return false;
}
}
else {
return false;
}
}
var valid27 = _errs236 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data102.OtlpToken !== undefined){
let data107 = data102.OtlpToken;
const _errs238 = errors;
if(errors === _errs238){
if(typeof data107 === "string"){
if(func2(data107) < 1){
return false;
}
}
else {
return false;
}
}
var valid27 = _errs238 === errors;
}
else {
var valid27 = true;
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
var valid0 = _errs227 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Support !== undefined){
let data108 = data.Support;
const _errs240 = errors;
if(errors === _errs240){
if(data108 && typeof data108 == "object" && !Array.isArray(data108)){
const _errs242 = errors;
for(const key19 in data108){
if(!(key19 === "Url")){
return false;
break;
}
}
if(_errs242 === errors){
if(data108.Url !== undefined){
let data109 = data108.Url;
const _errs243 = errors;
if(errors === _errs243){
if(typeof data109 === "string"){
if(!pattern14.test(data109)){
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
var valid0 = _errs240 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Events !== undefined){
let data110 = data.Events;
const _errs245 = errors;
if(errors === _errs245){
if(data110 && typeof data110 == "object" && !Array.isArray(data110)){
const _errs247 = errors;
for(const key20 in data110){
if(!(key20 === "Webhooks")){
return false;
break;
}
}
if(_errs247 === errors){
if(data110.Webhooks !== undefined){
let data111 = data110.Webhooks;
const _errs248 = errors;
if(errors === _errs248){
if(Array.isArray(data111)){
var valid30 = true;
const len7 = data111.length;
for(let i8=0; i8<len7; i8++){
let data112 = data111[i8];
const _errs250 = errors;
if(errors === _errs250){
if(data112 && typeof data112 == "object" && !Array.isArray(data112)){
let missing2;
if(((data112.Url === undefined) && (missing2 = "Url")) || ((data112.Secret === undefined) && (missing2 = "Secret"))){
return false;
}
else {
const _errs252 = errors;
for(const key21 in data112){
if(!(((key21 === "Url") || (key21 === "Secret")) || (key21 === "Types"))){
return false;
break;
}
}
if(_errs252 === errors){
if(data112.Url !== undefined){
let data113 = data112.Url;
const _errs253 = errors;
if(errors === _errs253){
if(typeof data113 === "string"){
if(!pattern14.test(data113)){
return false;
}
}
else {
return false;
}
}
var valid31 = _errs253 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data112.Secret !== undefined){
let data114 = data112.Secret;
const _errs255 = errors;
if(errors === _errs255){
if(typeof data114 === "string"){
if(func2(data114) < 8){
return false;
}
}
else {
return false;
}
}
var valid31 = _errs255 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data112.Types !== undefined){
let data115 = data112.Types;
const _errs257 = errors;
if(errors === _errs257){
if(Array.isArray(data115)){
if(data115.length < 1){
return false;
}
else {
var valid32 = true;
const len8 = data115.length;
for(let i9=0; i9<len8; i9++){
let data116 = data115[i9];
const _errs259 = errors;
if(errors === _errs259){
if(typeof data116 === "string"){
if(!pattern17.test(data116)){
return false;
}
}
else {
return false;
}
}
var valid32 = _errs259 === errors;
if(!valid32){
break;
}
}
}
}
else {
return false;
}
}
var valid31 = _errs257 === errors;
}
else {
var valid31 = true;
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
var valid30 = _errs250 === errors;
if(!valid30){
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
var valid0 = _errs245 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.DataDirectory !== undefined){
let data117 = data.DataDirectory;
const _errs261 = errors;
if(errors === _errs261){
if(typeof data117 === "string"){
if(func2(data117) < 1){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs261 === errors;
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

