// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"settings.json","type":"object","additionalProperties":false,"properties":{"Server":{"type":"object","additionalProperties":false,"default":{},"properties":{"Host":{"type":"string","minLength":1,"default":"127.0.0.1"},"Port":{"type":"integer","minimum":0,"maximum":65535,"default":7420},"BaseUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"},"TrustedProxies":{"type":"array","items":{"type":"string","pattern":"^[0-9a-fA-F.:]+(/[0-9]{1,3})?$"},"default":[]}}},"Git":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":true},"Remote":{"type":"string","minLength":1},"Branch":{"type":"string","minLength":1},"PollInterval":{"type":"integer","minimum":1,"maximum":86400,"default":30},"Timeout":{"type":"integer","minimum":1,"maximum":3600,"default":30},"CaFile":{"type":"string","minLength":1},"Credentials":{"type":"object","additionalProperties":false,"default":{},"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Username":{"type":"string","minLength":1},"Token":{"type":"string","minLength":1,"x-secret":true},"KeyFile":{"type":"string","minLength":1},"KnownHostsFile":{"type":"string","minLength":1}}},"WebhookSecrets":{"type":"array","items":{"anyOf":[{"type":"string","pattern":"\\S","x-secret":true},{"type":"object","additionalProperties":false,"required":["Secret"],"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Key":{"type":"string","minLength":1}}}]},"default":[]},"Forge":{"type":"object","additionalProperties":false,"default":{},"properties":{"Type":{"type":"string","enum":["github","gitea"]},"Url":{"type":"string","pattern":"^https?://[^\\s@]+$"},"Repository":{"type":"string","pattern":"^[^/\\s]+/[^/\\s]+$"},"Token":{"type":"string","minLength":1,"x-secret":true},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"StatusUrl":{"type":"string","pattern":"^https?://[^\\s@]*\\{sha\\}"},"ApplyPolicy":{"type":"string","enum":["entity","commit"],"default":"entity"},"PruneLimit":{"type":"integer","minimum":0,"maximum":100,"default":50},"ProtectedBranches":{"type":"array","items":{"type":"string","minLength":1}},"ActiveBranches":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"Directory":{"type":"string","minLength":1}}},"LocalOverlay":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":false},"Directory":{"type":"string","minLength":1}}},"Database":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^postgres(ql)?://","x-secret":true}}},"Secrets":{"type":"object","additionalProperties":false,"default":{},"properties":{"MasterKey":{"type":"string","minLength":1,"x-secret":true},"PreviousMasterKey":{"type":"string","minLength":1,"x-secret":true},"MasterKeyFile":{"type":"string","minLength":1},"Providers":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)*$"},"additionalProperties":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"Files":{"type":"object","additionalProperties":false,"required":["Folder"],"properties":{"Folder":{"type":"string","minLength":1}}},"Vault":{"type":"object","additionalProperties":false,"required":["Address","Auth"],"properties":{"Address":{"type":"string","pattern":"^https?://[^\\s@?#]+$"},"Namespace":{"type":"string","minLength":1},"Mount":{"type":"string","minLength":1,"default":"secret"},"Version":{"type":"integer","enum":[1,2],"default":2},"Path":{"type":"string","minLength":1},"CaFile":{"type":"string","minLength":1},"Auth":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"Token":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"File":{"type":"string","minLength":1},"Variable":{"type":"string","minLength":1,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"AppRole":{"type":"object","additionalProperties":false,"required":["RoleId","SecretId"],"properties":{"RoleId":{"type":"string","minLength":1},"SecretId":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"File":{"type":"string","minLength":1},"Variable":{"type":"string","minLength":1,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"Mount":{"type":"string","minLength":1,"default":"approle"}}},"Kubernetes":{"type":"object","additionalProperties":false,"required":["Role"],"properties":{"Role":{"type":"string","minLength":1},"TokenFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/token"},"Mount":{"type":"string","minLength":1,"default":"kubernetes"}}}}},"Timeout":{"type":"integer","minimum":1,"maximum":60,"default":5},"Cache":{"type":"integer","minimum":0,"maximum":3600,"default":30}}},"Kubernetes":{"type":"object","additionalProperties":false,"properties":{"Address":{"type":"string","pattern":"^https?://[^\\s@?#]+$"},"Namespace":{"type":"string","minLength":1,"pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},"TokenFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/token"},"CaFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"},"Timeout":{"type":"integer","minimum":1,"maximum":60,"default":5},"Cache":{"type":"integer","minimum":0,"maximum":3600,"default":30}}}}},"default":{}}}},"Auth":{"type":"object","additionalProperties":false,"default":{},"properties":{"AccessTokenMinutes":{"type":"integer","minimum":1,"maximum":60,"default":15},"SessionDays":{"type":"integer","minimum":1,"maximum":365,"default":30},"Oidc":{"type":"object","required":["Issuer","Audience"],"additionalProperties":false,"properties":{"Issuer":{"type":"string","pattern":"^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))"},"Audience":{"type":"string","minLength":1},"NameClaim":{"type":"string","minLength":1,"default":"sub"},"RoleClaim":{"type":"string","minLength":1,"default":"roles"},"Roles":{"type":"object","additionalProperties":{"type":"string","enum":["viewer","operator","editor","admin"]}},"DefaultRole":{"type":"string","enum":["viewer","operator","editor","admin"]},"Algorithms":{"type":"array","minItems":1,"items":{"type":"string","enum":["RS256","RS384","RS512","PS256","PS384","PS512","ES256","ES384","ES512","EdDSA"]},"default":["RS256","PS256","ES256","EdDSA"]},"ClockTolerance":{"type":"integer","minimum":0,"maximum":300,"default":30}}}}},"Limits":{"type":"object","additionalProperties":false,"default":{},"properties":{"RequestBody":{"type":"integer","minimum":1024,"maximum":104857600,"default":1048576},"QueryDepth":{"type":"integer","minimum":3,"maximum":50,"default":12},"QueryCost":{"type":"integer","minimum":100,"maximum":1000000,"default":20000},"YamlFile":{"type":"integer","minimum":1024,"maximum":16777216,"default":1048576},"YamlDepth":{"type":"integer","minimum":8,"maximum":500,"default":100},"YamlAliases":{"type":"integer","minimum":0,"maximum":10000,"default":100},"FlowInput":{"x-runtime":true,"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"TaskOutput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"RunLog":{"type":"integer","minimum":1024,"maximum":1073741824,"default":10485760},"RunTasks":{"type":"integer","minimum":100,"maximum":10000000,"default":1000000},"RunJournal":{"type":"integer","minimum":65536,"maximum":1073741824,"default":67108864},"RunNesting":{"type":"integer","minimum":1,"maximum":256,"default":32},"RunChildren":{"type":"integer","minimum":1,"maximum":1000000,"default":10000},"ListPage":{"x-runtime":true,"type":"integer","minimum":1,"maximum":1000,"default":200},"FlowDuration":{"x-runtime":true,"type":"integer","minimum":1,"maximum":31536000,"default":86400},"ConcurrentRuns":{"type":"integer","minimum":1,"maximum":100000,"default":256},"PendingRuns":{"type":"integer","minimum":1,"maximum":10000000,"default":100000},"GitTransfer":{"type":"integer","minimum":1048576,"maximum":4294967296,"default":536870912},"RequestsPerMinute":{"x-runtime":true,"type":"integer","minimum":1,"maximum":10000000,"default":600},"SignInsPerMinute":{"type":"integer","minimum":1,"maximum":10000,"default":10}}},"Flows":{"type":"object","additionalProperties":false,"default":{},"properties":{"AllowPrivateNetworks":{"type":"boolean","default":false},"AllowProcesses":{"type":"boolean","default":false}}},"Connectors":{"type":"object","additionalProperties":false,"default":{},"properties":{"Sql":{"type":"object","additionalProperties":false,"default":{},"properties":{"Directory":{"type":"string","minLength":1},"AllowAnyFile":{"type":"boolean","default":false}}},"Packages":{"type":"array","items":{"type":"string","minLength":1},"default":[]}}},"Backups":{"type":"object","additionalProperties":false,"default":{},"properties":{"Schedule":{"type":"string","minLength":1,"maxLength":200},"Categories":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["flows","environments","connections","config","secrets","users","runs","settings"]}},"Keep":{"type":"integer","minimum":1,"maximum":10000,"default":14},"KeepDays":{"type":"integer","minimum":1,"maximum":36500,"default":90},"Directory":{"type":"string","minLength":1},"LargestUpload":{"type":"integer","minimum":1048576,"maximum":1099511627776,"default":4294967296}}},"Retention":{"type":"object","additionalProperties":false,"default":{},"properties":{"CompletedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":30},"FaultedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Audit":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365},"Proposals":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365},"Tickets":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365}}},"Telemetry":{"type":"object","additionalProperties":false,"default":{},"properties":{"LogLevel":{"x-runtime":true,"type":"string","enum":["silent","fatal","error","warn","info","debug","trace"],"default":"info"},"LogFile":{"type":"string","minLength":1},"PublicMetrics":{"type":"boolean","default":false},"OtlpEndpoint":{"type":"string","pattern":"^https?://[^\\s]+$"},"OtlpToken":{"type":"string","minLength":1,"x-secret":true}}},"Support":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"}}},"Events":{"type":"object","additionalProperties":false,"default":{},"properties":{"Webhooks":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["Url","Secret"],"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"},"Secret":{"type":"string","minLength":8,"x-secret":true},"Types":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[\\w.-]*\\*?$"}}}},"default":[]}}},"DataDirectory":{"type":"string","minLength":1,"default":".svc"}}};
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
const pattern13 = new RegExp("^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)*$", "u");
const pattern14 = new RegExp("^https?://[^\\s@?#]+$", "u");
const pattern15 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");
const pattern20 = new RegExp("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "u");
const pattern21 = new RegExp("^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))", "u");
const pattern22 = new RegExp("^https?://[^\\s]+$", "u");
const pattern25 = new RegExp("^[\\w.-]*\\*?$", "u");

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
if(!((((key8 === "MasterKey") || (key8 === "PreviousMasterKey")) || (key8 === "MasterKeyFile")) || (key8 === "Providers"))){
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
if(valid13){
if(data42.Providers !== undefined){
let data46 = data42.Providers;
const _errs106 = errors;
if(errors === _errs106){
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
for(const key9 in data46){
const _errs108 = errors;
if(typeof key9 === "string"){
if(!pattern13.test(key9)){
errors++;
}
}
var valid14 = _errs108 === errors;
if(!valid14){
errors++;
return false;
break;
}
}
if(valid14){
for(const key10 in data46){
let data47 = data46[key10];
const _errs110 = errors;
if(errors === _errs110){
if(data47 && typeof data47 == "object" && !Array.isArray(data47)){
if(Object.keys(data47).length > 1){
return false;
}
else {
if(Object.keys(data47).length < 1){
return false;
}
else {
const _errs112 = errors;
for(const key11 in data47){
if(!(((key11 === "Files") || (key11 === "Vault")) || (key11 === "Kubernetes"))){
return false;
break;
}
}
if(_errs112 === errors){
if(data47.Files !== undefined){
let data48 = data47.Files;
const _errs113 = errors;
if(errors === _errs113){
if(data48 && typeof data48 == "object" && !Array.isArray(data48)){
let missing1;
if((data48.Folder === undefined) && (missing1 = "Folder")){
return false;
}
else {
const _errs115 = errors;
for(const key12 in data48){
if(!(key12 === "Folder")){
return false;
break;
}
}
if(_errs115 === errors){
if(data48.Folder !== undefined){
let data49 = data48.Folder;
const _errs116 = errors;
if(errors === _errs116){
if(typeof data49 === "string"){
if(func2(data49) < 1){
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
}
else {
return false;
}
}
var valid16 = _errs113 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data47.Vault !== undefined){
let data50 = data47.Vault;
const _errs118 = errors;
if(errors === _errs118){
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
let missing2;
if(((data50.Address === undefined) && (missing2 = "Address")) || ((data50.Auth === undefined) && (missing2 = "Auth"))){
return false;
}
else {
const _errs120 = errors;
for(const key13 in data50){
if(!(func1.call(schema19.properties.Secrets.properties.Providers.additionalProperties.properties.Vault.properties, key13))){
return false;
break;
}
}
if(_errs120 === errors){
if(data50.Address !== undefined){
let data51 = data50.Address;
const _errs121 = errors;
if(errors === _errs121){
if(typeof data51 === "string"){
if(!pattern14.test(data51)){
return false;
}
}
else {
return false;
}
}
var valid18 = _errs121 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data50.Namespace !== undefined){
let data52 = data50.Namespace;
const _errs123 = errors;
if(errors === _errs123){
if(typeof data52 === "string"){
if(func2(data52) < 1){
return false;
}
}
else {
return false;
}
}
var valid18 = _errs123 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data50.Mount !== undefined){
let data53 = data50.Mount;
const _errs125 = errors;
if(errors === _errs125){
if(typeof data53 === "string"){
if(func2(data53) < 1){
return false;
}
}
else {
return false;
}
}
var valid18 = _errs125 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data50.Version !== undefined){
let data54 = data50.Version;
const _errs127 = errors;
if(!((typeof data54 == "number") && (!(data54 % 1) && !isNaN(data54)))){
return false;
}
if(!((data54 === 1) || (data54 === 2))){
return false;
}
var valid18 = _errs127 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data50.Path !== undefined){
let data55 = data50.Path;
const _errs129 = errors;
if(errors === _errs129){
if(typeof data55 === "string"){
if(func2(data55) < 1){
return false;
}
}
else {
return false;
}
}
var valid18 = _errs129 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data50.CaFile !== undefined){
let data56 = data50.CaFile;
const _errs131 = errors;
if(errors === _errs131){
if(typeof data56 === "string"){
if(func2(data56) < 1){
return false;
}
}
else {
return false;
}
}
var valid18 = _errs131 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data50.Auth !== undefined){
let data57 = data50.Auth;
const _errs133 = errors;
if(errors === _errs133){
if(data57 && typeof data57 == "object" && !Array.isArray(data57)){
if(Object.keys(data57).length > 1){
return false;
}
else {
if(Object.keys(data57).length < 1){
return false;
}
else {
const _errs135 = errors;
for(const key14 in data57){
if(!(((key14 === "Token") || (key14 === "AppRole")) || (key14 === "Kubernetes"))){
return false;
break;
}
}
if(_errs135 === errors){
if(data57.Token !== undefined){
let data58 = data57.Token;
const _errs136 = errors;
if(errors === _errs136){
if(data58 && typeof data58 == "object" && !Array.isArray(data58)){
if(Object.keys(data58).length > 1){
return false;
}
else {
if(Object.keys(data58).length < 1){
return false;
}
else {
const _errs138 = errors;
for(const key15 in data58){
if(!(((key15 === "File") || (key15 === "Variable")) || (key15 === "Secret"))){
return false;
break;
}
}
if(_errs138 === errors){
if(data58.File !== undefined){
let data59 = data58.File;
const _errs139 = errors;
if(errors === _errs139){
if(typeof data59 === "string"){
if(func2(data59) < 1){
return false;
}
}
else {
return false;
}
}
var valid20 = _errs139 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data58.Variable !== undefined){
let data60 = data58.Variable;
const _errs141 = errors;
if(errors === _errs141){
if(typeof data60 === "string"){
if(func2(data60) < 1){
return false;
}
else {
if(!pattern15.test(data60)){
return false;
}
}
}
else {
return false;
}
}
var valid20 = _errs141 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data58.Secret !== undefined){
let data61 = data58.Secret;
const _errs143 = errors;
if(errors === _errs143){
if(typeof data61 === "string"){
if(func2(data61) < 1){
return false;
}
else {
if(!pattern5.test(data61)){
return false;
}
}
}
else {
return false;
}
}
var valid20 = _errs143 === errors;
}
else {
var valid20 = true;
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
var valid19 = _errs136 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data57.AppRole !== undefined){
let data62 = data57.AppRole;
const _errs145 = errors;
if(errors === _errs145){
if(data62 && typeof data62 == "object" && !Array.isArray(data62)){
let missing3;
if(((data62.RoleId === undefined) && (missing3 = "RoleId")) || ((data62.SecretId === undefined) && (missing3 = "SecretId"))){
return false;
}
else {
const _errs147 = errors;
for(const key16 in data62){
if(!(((key16 === "RoleId") || (key16 === "SecretId")) || (key16 === "Mount"))){
return false;
break;
}
}
if(_errs147 === errors){
if(data62.RoleId !== undefined){
let data63 = data62.RoleId;
const _errs148 = errors;
if(errors === _errs148){
if(typeof data63 === "string"){
if(func2(data63) < 1){
return false;
}
}
else {
return false;
}
}
var valid21 = _errs148 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data62.SecretId !== undefined){
let data64 = data62.SecretId;
const _errs150 = errors;
if(errors === _errs150){
if(data64 && typeof data64 == "object" && !Array.isArray(data64)){
if(Object.keys(data64).length > 1){
return false;
}
else {
if(Object.keys(data64).length < 1){
return false;
}
else {
const _errs152 = errors;
for(const key17 in data64){
if(!(((key17 === "File") || (key17 === "Variable")) || (key17 === "Secret"))){
return false;
break;
}
}
if(_errs152 === errors){
if(data64.File !== undefined){
let data65 = data64.File;
const _errs153 = errors;
if(errors === _errs153){
if(typeof data65 === "string"){
if(func2(data65) < 1){
return false;
}
}
else {
return false;
}
}
var valid22 = _errs153 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data64.Variable !== undefined){
let data66 = data64.Variable;
const _errs155 = errors;
if(errors === _errs155){
if(typeof data66 === "string"){
if(func2(data66) < 1){
return false;
}
else {
if(!pattern15.test(data66)){
return false;
}
}
}
else {
return false;
}
}
var valid22 = _errs155 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data64.Secret !== undefined){
let data67 = data64.Secret;
const _errs157 = errors;
if(errors === _errs157){
if(typeof data67 === "string"){
if(func2(data67) < 1){
return false;
}
else {
if(!pattern5.test(data67)){
return false;
}
}
}
else {
return false;
}
}
var valid22 = _errs157 === errors;
}
else {
var valid22 = true;
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
var valid21 = _errs150 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data62.Mount !== undefined){
let data68 = data62.Mount;
const _errs159 = errors;
if(errors === _errs159){
if(typeof data68 === "string"){
if(func2(data68) < 1){
return false;
}
}
else {
return false;
}
}
var valid21 = _errs159 === errors;
}
else {
var valid21 = true;
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
var valid19 = _errs145 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data57.Kubernetes !== undefined){
let data69 = data57.Kubernetes;
const _errs161 = errors;
if(errors === _errs161){
if(data69 && typeof data69 == "object" && !Array.isArray(data69)){
let missing4;
if((data69.Role === undefined) && (missing4 = "Role")){
return false;
}
else {
const _errs163 = errors;
for(const key18 in data69){
if(!(((key18 === "Role") || (key18 === "TokenFile")) || (key18 === "Mount"))){
return false;
break;
}
}
if(_errs163 === errors){
if(data69.Role !== undefined){
let data70 = data69.Role;
const _errs164 = errors;
if(errors === _errs164){
if(typeof data70 === "string"){
if(func2(data70) < 1){
return false;
}
}
else {
return false;
}
}
var valid23 = _errs164 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data69.TokenFile !== undefined){
let data71 = data69.TokenFile;
const _errs166 = errors;
if(errors === _errs166){
if(typeof data71 === "string"){
if(func2(data71) < 1){
return false;
}
}
else {
return false;
}
}
var valid23 = _errs166 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data69.Mount !== undefined){
let data72 = data69.Mount;
const _errs168 = errors;
if(errors === _errs168){
if(typeof data72 === "string"){
if(func2(data72) < 1){
return false;
}
}
else {
return false;
}
}
var valid23 = _errs168 === errors;
}
else {
var valid23 = true;
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
var valid19 = _errs161 === errors;
}
else {
var valid19 = true;
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
var valid18 = _errs133 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data50.Timeout !== undefined){
let data73 = data50.Timeout;
const _errs170 = errors;
if(!((typeof data73 == "number") && (!(data73 % 1) && !isNaN(data73)))){
return false;
}
if(errors === _errs170){
if(typeof data73 == "number"){
if(data73 > 60 || isNaN(data73)){
return false;
}
else {
if(data73 < 1 || isNaN(data73)){
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
if(data50.Cache !== undefined){
let data74 = data50.Cache;
const _errs172 = errors;
if(!((typeof data74 == "number") && (!(data74 % 1) && !isNaN(data74)))){
return false;
}
if(errors === _errs172){
if(typeof data74 == "number"){
if(data74 > 3600 || isNaN(data74)){
return false;
}
else {
if(data74 < 0 || isNaN(data74)){
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
var valid16 = _errs118 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data47.Kubernetes !== undefined){
let data75 = data47.Kubernetes;
const _errs174 = errors;
if(errors === _errs174){
if(data75 && typeof data75 == "object" && !Array.isArray(data75)){
const _errs176 = errors;
for(const key19 in data75){
if(!((((((key19 === "Address") || (key19 === "Namespace")) || (key19 === "TokenFile")) || (key19 === "CaFile")) || (key19 === "Timeout")) || (key19 === "Cache"))){
return false;
break;
}
}
if(_errs176 === errors){
if(data75.Address !== undefined){
let data76 = data75.Address;
const _errs177 = errors;
if(errors === _errs177){
if(typeof data76 === "string"){
if(!pattern14.test(data76)){
return false;
}
}
else {
return false;
}
}
var valid24 = _errs177 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data75.Namespace !== undefined){
let data77 = data75.Namespace;
const _errs179 = errors;
if(errors === _errs179){
if(typeof data77 === "string"){
if(func2(data77) < 1){
return false;
}
else {
if(!pattern20.test(data77)){
return false;
}
}
}
else {
return false;
}
}
var valid24 = _errs179 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data75.TokenFile !== undefined){
let data78 = data75.TokenFile;
const _errs181 = errors;
if(errors === _errs181){
if(typeof data78 === "string"){
if(func2(data78) < 1){
return false;
}
}
else {
return false;
}
}
var valid24 = _errs181 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data75.CaFile !== undefined){
let data79 = data75.CaFile;
const _errs183 = errors;
if(errors === _errs183){
if(typeof data79 === "string"){
if(func2(data79) < 1){
return false;
}
}
else {
return false;
}
}
var valid24 = _errs183 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data75.Timeout !== undefined){
let data80 = data75.Timeout;
const _errs185 = errors;
if(!((typeof data80 == "number") && (!(data80 % 1) && !isNaN(data80)))){
return false;
}
if(errors === _errs185){
if(typeof data80 == "number"){
if(data80 > 60 || isNaN(data80)){
return false;
}
else {
if(data80 < 1 || isNaN(data80)){
return false;
}
}
}
}
var valid24 = _errs185 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data75.Cache !== undefined){
let data81 = data75.Cache;
const _errs187 = errors;
if(!((typeof data81 == "number") && (!(data81 % 1) && !isNaN(data81)))){
return false;
}
if(errors === _errs187){
if(typeof data81 == "number"){
if(data81 > 3600 || isNaN(data81)){
return false;
}
else {
if(data81 < 0 || isNaN(data81)){
return false;
}
}
}
}
var valid24 = _errs187 === errors;
}
else {
var valid24 = true;
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
var valid16 = _errs174 === errors;
}
else {
var valid16 = true;
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
var valid15 = _errs110 === errors;
if(!valid15){
break;
}
}
}
}
else {
return false;
}
}
var valid13 = _errs106 === errors;
}
else {
var valid13 = true;
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
var valid0 = _errs97 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Auth !== undefined){
let data82 = data.Auth;
const _errs189 = errors;
if(errors === _errs189){
if(data82 && typeof data82 == "object" && !Array.isArray(data82)){
const _errs191 = errors;
for(const key20 in data82){
if(!(((key20 === "AccessTokenMinutes") || (key20 === "SessionDays")) || (key20 === "Oidc"))){
return false;
break;
}
}
if(_errs191 === errors){
if(data82.AccessTokenMinutes !== undefined){
let data83 = data82.AccessTokenMinutes;
const _errs192 = errors;
if(!((typeof data83 == "number") && (!(data83 % 1) && !isNaN(data83)))){
return false;
}
if(errors === _errs192){
if(typeof data83 == "number"){
if(data83 > 60 || isNaN(data83)){
return false;
}
else {
if(data83 < 1 || isNaN(data83)){
return false;
}
}
}
}
var valid25 = _errs192 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data82.SessionDays !== undefined){
let data84 = data82.SessionDays;
const _errs194 = errors;
if(!((typeof data84 == "number") && (!(data84 % 1) && !isNaN(data84)))){
return false;
}
if(errors === _errs194){
if(typeof data84 == "number"){
if(data84 > 365 || isNaN(data84)){
return false;
}
else {
if(data84 < 1 || isNaN(data84)){
return false;
}
}
}
}
var valid25 = _errs194 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data82.Oidc !== undefined){
let data85 = data82.Oidc;
const _errs196 = errors;
if(errors === _errs196){
if(data85 && typeof data85 == "object" && !Array.isArray(data85)){
let missing5;
if(((data85.Issuer === undefined) && (missing5 = "Issuer")) || ((data85.Audience === undefined) && (missing5 = "Audience"))){
return false;
}
else {
const _errs198 = errors;
for(const key21 in data85){
if(!((((((((key21 === "Issuer") || (key21 === "Audience")) || (key21 === "NameClaim")) || (key21 === "RoleClaim")) || (key21 === "Roles")) || (key21 === "DefaultRole")) || (key21 === "Algorithms")) || (key21 === "ClockTolerance"))){
return false;
break;
}
}
if(_errs198 === errors){
if(data85.Issuer !== undefined){
let data86 = data85.Issuer;
const _errs199 = errors;
if(errors === _errs199){
if(typeof data86 === "string"){
if(!pattern21.test(data86)){
return false;
}
}
else {
return false;
}
}
var valid26 = _errs199 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data85.Audience !== undefined){
let data87 = data85.Audience;
const _errs201 = errors;
if(errors === _errs201){
if(typeof data87 === "string"){
if(func2(data87) < 1){
return false;
}
}
else {
return false;
}
}
var valid26 = _errs201 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data85.NameClaim !== undefined){
let data88 = data85.NameClaim;
const _errs203 = errors;
if(errors === _errs203){
if(typeof data88 === "string"){
if(func2(data88) < 1){
return false;
}
}
else {
return false;
}
}
var valid26 = _errs203 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data85.RoleClaim !== undefined){
let data89 = data85.RoleClaim;
const _errs205 = errors;
if(errors === _errs205){
if(typeof data89 === "string"){
if(func2(data89) < 1){
return false;
}
}
else {
return false;
}
}
var valid26 = _errs205 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data85.Roles !== undefined){
let data90 = data85.Roles;
const _errs207 = errors;
if(errors === _errs207){
if(data90 && typeof data90 == "object" && !Array.isArray(data90)){
for(const key22 in data90){
let data91 = data90[key22];
const _errs210 = errors;
if(typeof data91 !== "string"){
return false;
}
if(!((((data91 === "viewer") || (data91 === "operator")) || (data91 === "editor")) || (data91 === "admin"))){
return false;
}
var valid27 = _errs210 === errors;
if(!valid27){
break;
}
}
}
else {
return false;
}
}
var valid26 = _errs207 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data85.DefaultRole !== undefined){
let data92 = data85.DefaultRole;
const _errs212 = errors;
if(typeof data92 !== "string"){
return false;
}
if(!((((data92 === "viewer") || (data92 === "operator")) || (data92 === "editor")) || (data92 === "admin"))){
return false;
}
var valid26 = _errs212 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data85.Algorithms !== undefined){
let data93 = data85.Algorithms;
const _errs214 = errors;
if(errors === _errs214){
if(Array.isArray(data93)){
if(data93.length < 1){
return false;
}
else {
var valid28 = true;
const len4 = data93.length;
for(let i4=0; i4<len4; i4++){
let data94 = data93[i4];
const _errs216 = errors;
if(typeof data94 !== "string"){
return false;
}
if(!((((((((((data94 === "RS256") || (data94 === "RS384")) || (data94 === "RS512")) || (data94 === "PS256")) || (data94 === "PS384")) || (data94 === "PS512")) || (data94 === "ES256")) || (data94 === "ES384")) || (data94 === "ES512")) || (data94 === "EdDSA"))){
return false;
}
var valid28 = _errs216 === errors;
if(!valid28){
break;
}
}
}
}
else {
return false;
}
}
var valid26 = _errs214 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data85.ClockTolerance !== undefined){
let data95 = data85.ClockTolerance;
const _errs218 = errors;
if(!((typeof data95 == "number") && (!(data95 % 1) && !isNaN(data95)))){
return false;
}
if(errors === _errs218){
if(typeof data95 == "number"){
if(data95 > 300 || isNaN(data95)){
return false;
}
else {
if(data95 < 0 || isNaN(data95)){
return false;
}
}
}
}
var valid26 = _errs218 === errors;
}
else {
var valid26 = true;
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
var valid25 = _errs196 === errors;
}
else {
var valid25 = true;
}
}
}
}
}
else {
return false;
}
}
var valid0 = _errs189 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Limits !== undefined){
let data96 = data.Limits;
const _errs220 = errors;
if(errors === _errs220){
if(data96 && typeof data96 == "object" && !Array.isArray(data96)){
const _errs222 = errors;
for(const key23 in data96){
if(!(func1.call(schema19.properties.Limits.properties, key23))){
return false;
break;
}
}
if(_errs222 === errors){
if(data96.RequestBody !== undefined){
let data97 = data96.RequestBody;
const _errs223 = errors;
if(!((typeof data97 == "number") && (!(data97 % 1) && !isNaN(data97)))){
return false;
}
if(errors === _errs223){
if(typeof data97 == "number"){
if(data97 > 104857600 || isNaN(data97)){
return false;
}
else {
if(data97 < 1024 || isNaN(data97)){
return false;
}
}
}
}
var valid29 = _errs223 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.QueryDepth !== undefined){
let data98 = data96.QueryDepth;
const _errs225 = errors;
if(!((typeof data98 == "number") && (!(data98 % 1) && !isNaN(data98)))){
return false;
}
if(errors === _errs225){
if(typeof data98 == "number"){
if(data98 > 50 || isNaN(data98)){
return false;
}
else {
if(data98 < 3 || isNaN(data98)){
return false;
}
}
}
}
var valid29 = _errs225 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.QueryCost !== undefined){
let data99 = data96.QueryCost;
const _errs227 = errors;
if(!((typeof data99 == "number") && (!(data99 % 1) && !isNaN(data99)))){
return false;
}
if(errors === _errs227){
if(typeof data99 == "number"){
if(data99 > 1000000 || isNaN(data99)){
return false;
}
else {
if(data99 < 100 || isNaN(data99)){
return false;
}
}
}
}
var valid29 = _errs227 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.YamlFile !== undefined){
let data100 = data96.YamlFile;
const _errs229 = errors;
if(!((typeof data100 == "number") && (!(data100 % 1) && !isNaN(data100)))){
return false;
}
if(errors === _errs229){
if(typeof data100 == "number"){
if(data100 > 16777216 || isNaN(data100)){
return false;
}
else {
if(data100 < 1024 || isNaN(data100)){
return false;
}
}
}
}
var valid29 = _errs229 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.YamlDepth !== undefined){
let data101 = data96.YamlDepth;
const _errs231 = errors;
if(!((typeof data101 == "number") && (!(data101 % 1) && !isNaN(data101)))){
return false;
}
if(errors === _errs231){
if(typeof data101 == "number"){
if(data101 > 500 || isNaN(data101)){
return false;
}
else {
if(data101 < 8 || isNaN(data101)){
return false;
}
}
}
}
var valid29 = _errs231 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.YamlAliases !== undefined){
let data102 = data96.YamlAliases;
const _errs233 = errors;
if(!((typeof data102 == "number") && (!(data102 % 1) && !isNaN(data102)))){
return false;
}
if(errors === _errs233){
if(typeof data102 == "number"){
if(data102 > 10000 || isNaN(data102)){
return false;
}
else {
if(data102 < 0 || isNaN(data102)){
return false;
}
}
}
}
var valid29 = _errs233 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.FlowInput !== undefined){
let data103 = data96.FlowInput;
const _errs235 = errors;
if(!((typeof data103 == "number") && (!(data103 % 1) && !isNaN(data103)))){
return false;
}
if(errors === _errs235){
if(typeof data103 == "number"){
if(data103 > 8388608 || isNaN(data103)){
return false;
}
else {
if(data103 < 1024 || isNaN(data103)){
return false;
}
}
}
}
var valid29 = _errs235 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.TaskOutput !== undefined){
let data104 = data96.TaskOutput;
const _errs237 = errors;
if(!((typeof data104 == "number") && (!(data104 % 1) && !isNaN(data104)))){
return false;
}
if(errors === _errs237){
if(typeof data104 == "number"){
if(data104 > 8388608 || isNaN(data104)){
return false;
}
else {
if(data104 < 1024 || isNaN(data104)){
return false;
}
}
}
}
var valid29 = _errs237 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.RunLog !== undefined){
let data105 = data96.RunLog;
const _errs239 = errors;
if(!((typeof data105 == "number") && (!(data105 % 1) && !isNaN(data105)))){
return false;
}
if(errors === _errs239){
if(typeof data105 == "number"){
if(data105 > 1073741824 || isNaN(data105)){
return false;
}
else {
if(data105 < 1024 || isNaN(data105)){
return false;
}
}
}
}
var valid29 = _errs239 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.RunTasks !== undefined){
let data106 = data96.RunTasks;
const _errs241 = errors;
if(!((typeof data106 == "number") && (!(data106 % 1) && !isNaN(data106)))){
return false;
}
if(errors === _errs241){
if(typeof data106 == "number"){
if(data106 > 10000000 || isNaN(data106)){
return false;
}
else {
if(data106 < 100 || isNaN(data106)){
return false;
}
}
}
}
var valid29 = _errs241 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.RunJournal !== undefined){
let data107 = data96.RunJournal;
const _errs243 = errors;
if(!((typeof data107 == "number") && (!(data107 % 1) && !isNaN(data107)))){
return false;
}
if(errors === _errs243){
if(typeof data107 == "number"){
if(data107 > 1073741824 || isNaN(data107)){
return false;
}
else {
if(data107 < 65536 || isNaN(data107)){
return false;
}
}
}
}
var valid29 = _errs243 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.RunNesting !== undefined){
let data108 = data96.RunNesting;
const _errs245 = errors;
if(!((typeof data108 == "number") && (!(data108 % 1) && !isNaN(data108)))){
return false;
}
if(errors === _errs245){
if(typeof data108 == "number"){
if(data108 > 256 || isNaN(data108)){
return false;
}
else {
if(data108 < 1 || isNaN(data108)){
return false;
}
}
}
}
var valid29 = _errs245 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.RunChildren !== undefined){
let data109 = data96.RunChildren;
const _errs247 = errors;
if(!((typeof data109 == "number") && (!(data109 % 1) && !isNaN(data109)))){
return false;
}
if(errors === _errs247){
if(typeof data109 == "number"){
if(data109 > 1000000 || isNaN(data109)){
return false;
}
else {
if(data109 < 1 || isNaN(data109)){
return false;
}
}
}
}
var valid29 = _errs247 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.ListPage !== undefined){
let data110 = data96.ListPage;
const _errs249 = errors;
if(!((typeof data110 == "number") && (!(data110 % 1) && !isNaN(data110)))){
return false;
}
if(errors === _errs249){
if(typeof data110 == "number"){
if(data110 > 1000 || isNaN(data110)){
return false;
}
else {
if(data110 < 1 || isNaN(data110)){
return false;
}
}
}
}
var valid29 = _errs249 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.FlowDuration !== undefined){
let data111 = data96.FlowDuration;
const _errs251 = errors;
if(!((typeof data111 == "number") && (!(data111 % 1) && !isNaN(data111)))){
return false;
}
if(errors === _errs251){
if(typeof data111 == "number"){
if(data111 > 31536000 || isNaN(data111)){
return false;
}
else {
if(data111 < 1 || isNaN(data111)){
return false;
}
}
}
}
var valid29 = _errs251 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.ConcurrentRuns !== undefined){
let data112 = data96.ConcurrentRuns;
const _errs253 = errors;
if(!((typeof data112 == "number") && (!(data112 % 1) && !isNaN(data112)))){
return false;
}
if(errors === _errs253){
if(typeof data112 == "number"){
if(data112 > 100000 || isNaN(data112)){
return false;
}
else {
if(data112 < 1 || isNaN(data112)){
return false;
}
}
}
}
var valid29 = _errs253 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.PendingRuns !== undefined){
let data113 = data96.PendingRuns;
const _errs255 = errors;
if(!((typeof data113 == "number") && (!(data113 % 1) && !isNaN(data113)))){
return false;
}
if(errors === _errs255){
if(typeof data113 == "number"){
if(data113 > 10000000 || isNaN(data113)){
return false;
}
else {
if(data113 < 1 || isNaN(data113)){
return false;
}
}
}
}
var valid29 = _errs255 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.GitTransfer !== undefined){
let data114 = data96.GitTransfer;
const _errs257 = errors;
if(!((typeof data114 == "number") && (!(data114 % 1) && !isNaN(data114)))){
return false;
}
if(errors === _errs257){
if(typeof data114 == "number"){
if(data114 > 4294967296 || isNaN(data114)){
return false;
}
else {
if(data114 < 1048576 || isNaN(data114)){
return false;
}
}
}
}
var valid29 = _errs257 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.RequestsPerMinute !== undefined){
let data115 = data96.RequestsPerMinute;
const _errs259 = errors;
if(!((typeof data115 == "number") && (!(data115 % 1) && !isNaN(data115)))){
return false;
}
if(errors === _errs259){
if(typeof data115 == "number"){
if(data115 > 10000000 || isNaN(data115)){
return false;
}
else {
if(data115 < 1 || isNaN(data115)){
return false;
}
}
}
}
var valid29 = _errs259 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data96.SignInsPerMinute !== undefined){
let data116 = data96.SignInsPerMinute;
const _errs261 = errors;
if(!((typeof data116 == "number") && (!(data116 % 1) && !isNaN(data116)))){
return false;
}
if(errors === _errs261){
if(typeof data116 == "number"){
if(data116 > 10000 || isNaN(data116)){
return false;
}
else {
if(data116 < 1 || isNaN(data116)){
return false;
}
}
}
}
var valid29 = _errs261 === errors;
}
else {
var valid29 = true;
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
var valid0 = _errs220 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Flows !== undefined){
let data117 = data.Flows;
const _errs263 = errors;
if(errors === _errs263){
if(data117 && typeof data117 == "object" && !Array.isArray(data117)){
const _errs265 = errors;
for(const key24 in data117){
if(!((key24 === "AllowPrivateNetworks") || (key24 === "AllowProcesses"))){
return false;
break;
}
}
if(_errs265 === errors){
if(data117.AllowPrivateNetworks !== undefined){
const _errs266 = errors;
if(typeof data117.AllowPrivateNetworks !== "boolean"){
return false;
}
var valid30 = _errs266 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data117.AllowProcesses !== undefined){
const _errs268 = errors;
if(typeof data117.AllowProcesses !== "boolean"){
return false;
}
var valid30 = _errs268 === errors;
}
else {
var valid30 = true;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs263 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Connectors !== undefined){
let data120 = data.Connectors;
const _errs270 = errors;
if(errors === _errs270){
if(data120 && typeof data120 == "object" && !Array.isArray(data120)){
const _errs272 = errors;
for(const key25 in data120){
if(!((key25 === "Sql") || (key25 === "Packages"))){
return false;
break;
}
}
if(_errs272 === errors){
if(data120.Sql !== undefined){
let data121 = data120.Sql;
const _errs273 = errors;
if(errors === _errs273){
if(data121 && typeof data121 == "object" && !Array.isArray(data121)){
const _errs275 = errors;
for(const key26 in data121){
if(!((key26 === "Directory") || (key26 === "AllowAnyFile"))){
return false;
break;
}
}
if(_errs275 === errors){
if(data121.Directory !== undefined){
let data122 = data121.Directory;
const _errs276 = errors;
if(errors === _errs276){
if(typeof data122 === "string"){
if(func2(data122) < 1){
return false;
}
}
else {
return false;
}
}
var valid32 = _errs276 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data121.AllowAnyFile !== undefined){
const _errs278 = errors;
if(typeof data121.AllowAnyFile !== "boolean"){
return false;
}
var valid32 = _errs278 === errors;
}
else {
var valid32 = true;
}
}
}
}
else {
return false;
}
}
var valid31 = _errs273 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data120.Packages !== undefined){
let data124 = data120.Packages;
const _errs280 = errors;
if(errors === _errs280){
if(Array.isArray(data124)){
var valid33 = true;
const len5 = data124.length;
for(let i5=0; i5<len5; i5++){
let data125 = data124[i5];
const _errs282 = errors;
if(errors === _errs282){
if(typeof data125 === "string"){
if(func2(data125) < 1){
return false;
}
}
else {
return false;
}
}
var valid33 = _errs282 === errors;
if(!valid33){
break;
}
}
}
else {
return false;
}
}
var valid31 = _errs280 === errors;
}
else {
var valid31 = true;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs270 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Backups !== undefined){
let data126 = data.Backups;
const _errs284 = errors;
if(errors === _errs284){
if(data126 && typeof data126 == "object" && !Array.isArray(data126)){
const _errs286 = errors;
for(const key27 in data126){
if(!((((((key27 === "Schedule") || (key27 === "Categories")) || (key27 === "Keep")) || (key27 === "KeepDays")) || (key27 === "Directory")) || (key27 === "LargestUpload"))){
return false;
break;
}
}
if(_errs286 === errors){
if(data126.Schedule !== undefined){
let data127 = data126.Schedule;
const _errs287 = errors;
if(errors === _errs287){
if(typeof data127 === "string"){
if(func2(data127) > 200){
return false;
}
else {
if(func2(data127) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid34 = _errs287 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data126.Categories !== undefined){
let data128 = data126.Categories;
const _errs289 = errors;
if(errors === _errs289){
if(Array.isArray(data128)){
if(data128.length < 1){
return false;
}
else {
var valid35 = true;
const len6 = data128.length;
for(let i6=0; i6<len6; i6++){
let data129 = data128[i6];
const _errs291 = errors;
if(typeof data129 !== "string"){
return false;
}
if(!((((((((data129 === "flows") || (data129 === "environments")) || (data129 === "connections")) || (data129 === "config")) || (data129 === "secrets")) || (data129 === "users")) || (data129 === "runs")) || (data129 === "settings"))){
return false;
}
var valid35 = _errs291 === errors;
if(!valid35){
break;
}
}
if(valid35){
let i7 = data128.length;
let j0;
if(i7 > 1){
const indices0 = {};
for(;i7--;){
let item0 = data128[i7];
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
var valid34 = _errs289 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data126.Keep !== undefined){
let data130 = data126.Keep;
const _errs293 = errors;
if(!((typeof data130 == "number") && (!(data130 % 1) && !isNaN(data130)))){
return false;
}
if(errors === _errs293){
if(typeof data130 == "number"){
if(data130 > 10000 || isNaN(data130)){
return false;
}
else {
if(data130 < 1 || isNaN(data130)){
return false;
}
}
}
}
var valid34 = _errs293 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data126.KeepDays !== undefined){
let data131 = data126.KeepDays;
const _errs295 = errors;
if(!((typeof data131 == "number") && (!(data131 % 1) && !isNaN(data131)))){
return false;
}
if(errors === _errs295){
if(typeof data131 == "number"){
if(data131 > 36500 || isNaN(data131)){
return false;
}
else {
if(data131 < 1 || isNaN(data131)){
return false;
}
}
}
}
var valid34 = _errs295 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data126.Directory !== undefined){
let data132 = data126.Directory;
const _errs297 = errors;
if(errors === _errs297){
if(typeof data132 === "string"){
if(func2(data132) < 1){
return false;
}
}
else {
return false;
}
}
var valid34 = _errs297 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data126.LargestUpload !== undefined){
let data133 = data126.LargestUpload;
const _errs299 = errors;
if(!((typeof data133 == "number") && (!(data133 % 1) && !isNaN(data133)))){
return false;
}
if(errors === _errs299){
if(typeof data133 == "number"){
if(data133 > 1099511627776 || isNaN(data133)){
return false;
}
else {
if(data133 < 1048576 || isNaN(data133)){
return false;
}
}
}
}
var valid34 = _errs299 === errors;
}
else {
var valid34 = true;
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
var valid0 = _errs284 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Retention !== undefined){
let data134 = data.Retention;
const _errs301 = errors;
if(errors === _errs301){
if(data134 && typeof data134 == "object" && !Array.isArray(data134)){
const _errs303 = errors;
for(const key28 in data134){
if(!(((((key28 === "CompletedRuns") || (key28 === "FaultedRuns")) || (key28 === "Audit")) || (key28 === "Proposals")) || (key28 === "Tickets"))){
return false;
break;
}
}
if(_errs303 === errors){
if(data134.CompletedRuns !== undefined){
let data135 = data134.CompletedRuns;
const _errs304 = errors;
if(!((typeof data135 == "number") && (!(data135 % 1) && !isNaN(data135)))){
return false;
}
if(errors === _errs304){
if(typeof data135 == "number"){
if(data135 > 36500 || isNaN(data135)){
return false;
}
else {
if(data135 < 1 || isNaN(data135)){
return false;
}
}
}
}
var valid37 = _errs304 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data134.FaultedRuns !== undefined){
let data136 = data134.FaultedRuns;
const _errs306 = errors;
if(!((typeof data136 == "number") && (!(data136 % 1) && !isNaN(data136)))){
return false;
}
if(errors === _errs306){
if(typeof data136 == "number"){
if(data136 > 36500 || isNaN(data136)){
return false;
}
else {
if(data136 < 1 || isNaN(data136)){
return false;
}
}
}
}
var valid37 = _errs306 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data134.Audit !== undefined){
let data137 = data134.Audit;
const _errs308 = errors;
if(!((typeof data137 == "number") && (!(data137 % 1) && !isNaN(data137)))){
return false;
}
if(errors === _errs308){
if(typeof data137 == "number"){
if(data137 > 36500 || isNaN(data137)){
return false;
}
else {
if(data137 < 1 || isNaN(data137)){
return false;
}
}
}
}
var valid37 = _errs308 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data134.Proposals !== undefined){
let data138 = data134.Proposals;
const _errs310 = errors;
if(!((typeof data138 == "number") && (!(data138 % 1) && !isNaN(data138)))){
return false;
}
if(errors === _errs310){
if(typeof data138 == "number"){
if(data138 > 36500 || isNaN(data138)){
return false;
}
else {
if(data138 < 1 || isNaN(data138)){
return false;
}
}
}
}
var valid37 = _errs310 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data134.Tickets !== undefined){
let data139 = data134.Tickets;
const _errs312 = errors;
if(!((typeof data139 == "number") && (!(data139 % 1) && !isNaN(data139)))){
return false;
}
if(errors === _errs312){
if(typeof data139 == "number"){
if(data139 > 36500 || isNaN(data139)){
return false;
}
else {
if(data139 < 1 || isNaN(data139)){
return false;
}
}
}
}
var valid37 = _errs312 === errors;
}
else {
var valid37 = true;
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
var valid0 = _errs301 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Telemetry !== undefined){
let data140 = data.Telemetry;
const _errs314 = errors;
if(errors === _errs314){
if(data140 && typeof data140 == "object" && !Array.isArray(data140)){
const _errs316 = errors;
for(const key29 in data140){
if(!(((((key29 === "LogLevel") || (key29 === "LogFile")) || (key29 === "PublicMetrics")) || (key29 === "OtlpEndpoint")) || (key29 === "OtlpToken"))){
return false;
break;
}
}
if(_errs316 === errors){
if(data140.LogLevel !== undefined){
let data141 = data140.LogLevel;
const _errs317 = errors;
if(typeof data141 !== "string"){
return false;
}
if(!(((((((data141 === "silent") || (data141 === "fatal")) || (data141 === "error")) || (data141 === "warn")) || (data141 === "info")) || (data141 === "debug")) || (data141 === "trace"))){
return false;
}
var valid38 = _errs317 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data140.LogFile !== undefined){
let data142 = data140.LogFile;
const _errs319 = errors;
if(errors === _errs319){
if(typeof data142 === "string"){
if(func2(data142) < 1){
return false;
}
}
else {
return false;
}
}
var valid38 = _errs319 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data140.PublicMetrics !== undefined){
const _errs321 = errors;
if(typeof data140.PublicMetrics !== "boolean"){
return false;
}
var valid38 = _errs321 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data140.OtlpEndpoint !== undefined){
let data144 = data140.OtlpEndpoint;
const _errs323 = errors;
if(errors === _errs323){
if(typeof data144 === "string"){
if(!pattern22.test(data144)){
return false;
}
}
else {
return false;
}
}
var valid38 = _errs323 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data140.OtlpToken !== undefined){
let data145 = data140.OtlpToken;
const _errs325 = errors;
if(errors === _errs325){
if(typeof data145 === "string"){
if(func2(data145) < 1){
return false;
}
}
else {
return false;
}
}
var valid38 = _errs325 === errors;
}
else {
var valid38 = true;
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
var valid0 = _errs314 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Support !== undefined){
let data146 = data.Support;
const _errs327 = errors;
if(errors === _errs327){
if(data146 && typeof data146 == "object" && !Array.isArray(data146)){
const _errs329 = errors;
for(const key30 in data146){
if(!(key30 === "Url")){
return false;
break;
}
}
if(_errs329 === errors){
if(data146.Url !== undefined){
let data147 = data146.Url;
const _errs330 = errors;
if(errors === _errs330){
if(typeof data147 === "string"){
if(!pattern22.test(data147)){
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
var valid0 = _errs327 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Events !== undefined){
let data148 = data.Events;
const _errs332 = errors;
if(errors === _errs332){
if(data148 && typeof data148 == "object" && !Array.isArray(data148)){
const _errs334 = errors;
for(const key31 in data148){
if(!(key31 === "Webhooks")){
return false;
break;
}
}
if(_errs334 === errors){
if(data148.Webhooks !== undefined){
let data149 = data148.Webhooks;
const _errs335 = errors;
if(errors === _errs335){
if(Array.isArray(data149)){
var valid41 = true;
const len7 = data149.length;
for(let i8=0; i8<len7; i8++){
let data150 = data149[i8];
const _errs337 = errors;
if(errors === _errs337){
if(data150 && typeof data150 == "object" && !Array.isArray(data150)){
let missing6;
if(((data150.Url === undefined) && (missing6 = "Url")) || ((data150.Secret === undefined) && (missing6 = "Secret"))){
return false;
}
else {
const _errs339 = errors;
for(const key32 in data150){
if(!(((key32 === "Url") || (key32 === "Secret")) || (key32 === "Types"))){
return false;
break;
}
}
if(_errs339 === errors){
if(data150.Url !== undefined){
let data151 = data150.Url;
const _errs340 = errors;
if(errors === _errs340){
if(typeof data151 === "string"){
if(!pattern22.test(data151)){
return false;
}
}
else {
return false;
}
}
var valid42 = _errs340 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data150.Secret !== undefined){
let data152 = data150.Secret;
const _errs342 = errors;
if(errors === _errs342){
if(typeof data152 === "string"){
if(func2(data152) < 8){
return false;
}
}
else {
return false;
}
}
var valid42 = _errs342 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data150.Types !== undefined){
let data153 = data150.Types;
const _errs344 = errors;
if(errors === _errs344){
if(Array.isArray(data153)){
if(data153.length < 1){
return false;
}
else {
var valid43 = true;
const len8 = data153.length;
for(let i9=0; i9<len8; i9++){
let data154 = data153[i9];
const _errs346 = errors;
if(errors === _errs346){
if(typeof data154 === "string"){
if(!pattern25.test(data154)){
return false;
}
}
else {
return false;
}
}
var valid43 = _errs346 === errors;
if(!valid43){
break;
}
}
}
}
else {
return false;
}
}
var valid42 = _errs344 === errors;
}
else {
var valid42 = true;
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
var valid41 = _errs337 === errors;
if(!valid41){
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
var valid0 = _errs332 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.DataDirectory !== undefined){
let data155 = data.DataDirectory;
const _errs348 = errors;
if(errors === _errs348){
if(typeof data155 === "string"){
if(func2(data155) < 1){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs348 === errors;
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

