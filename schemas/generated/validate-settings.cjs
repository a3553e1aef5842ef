// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"settings.json","type":"object","additionalProperties":false,"properties":{"Server":{"type":"object","additionalProperties":false,"default":{},"properties":{"Host":{"type":"string","minLength":1,"default":"127.0.0.1"},"Port":{"type":"integer","minimum":0,"maximum":65535,"default":7420},"BaseUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"},"TrustedProxies":{"type":"array","items":{"type":"string","pattern":"^[0-9a-fA-F.:]+(/[0-9]{1,3})?$"},"default":[]}}},"Git":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":true},"Remote":{"type":"string","minLength":1},"Branch":{"type":"string","minLength":1},"Path":{"type":"string","maxLength":1024,"pattern":"^(?!(?:.*/)?node_modules(?:/|$))[^./\\\\:\\s][^/\\\\]*(?:/[^./\\\\][^/\\\\]*)*$"},"PollInterval":{"type":"integer","minimum":1,"maximum":86400,"default":30},"Timeout":{"type":"integer","minimum":1,"maximum":3600,"default":30},"CaFile":{"type":"string","minLength":1},"Credentials":{"type":"object","additionalProperties":false,"default":{},"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Username":{"type":"string","minLength":1},"Token":{"type":"string","minLength":1,"x-secret":true},"KeyFile":{"type":"string","minLength":1},"KnownHostsFile":{"type":"string","minLength":1}}},"WebhookSecrets":{"type":"array","items":{"anyOf":[{"type":"string","pattern":"\\S","x-secret":true},{"type":"object","additionalProperties":false,"required":["Secret"],"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Key":{"type":"string","minLength":1}}}]},"default":[]},"Forge":{"type":"object","additionalProperties":false,"default":{},"properties":{"Type":{"type":"string","enum":["github","gitea"]},"Url":{"type":"string","pattern":"^https?://[^\\s@]+$"},"Repository":{"type":"string","pattern":"^[^/\\s]+/[^/\\s]+$"},"Token":{"type":"string","minLength":1,"x-secret":true},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"StatusUrl":{"type":"string","pattern":"^https?://[^\\s@]*\\{sha\\}"},"ApplyPolicy":{"type":"string","enum":["entity","commit"],"default":"entity"},"PruneLimit":{"type":"integer","minimum":0,"maximum":100,"default":50},"ProtectedBranches":{"type":"array","items":{"type":"string","minLength":1}},"ActiveBranches":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"Directory":{"type":"string","minLength":1}}},"LocalOverlay":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":false},"Directory":{"type":"string","minLength":1}}},"Database":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^postgres(ql)?://","x-secret":true}}},"Secrets":{"type":"object","additionalProperties":false,"default":{},"properties":{"MasterKey":{"type":"string","minLength":1,"x-secret":true},"PreviousMasterKey":{"type":"string","minLength":1,"x-secret":true},"MasterKeyFile":{"type":"string","minLength":1},"Providers":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)*$"},"additionalProperties":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"Files":{"type":"object","additionalProperties":false,"required":["Folder"],"properties":{"Folder":{"type":"string","minLength":1}}},"Vault":{"type":"object","additionalProperties":false,"required":["Address","Auth"],"properties":{"Address":{"type":"string","pattern":"^https?://[^\\s@?#]+$"},"Namespace":{"type":"string","minLength":1},"Mount":{"type":"string","minLength":1,"default":"secret"},"Version":{"type":"integer","enum":[1,2],"default":2},"Path":{"type":"string","minLength":1},"CaFile":{"type":"string","minLength":1},"Auth":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"Token":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"File":{"type":"string","minLength":1},"Variable":{"type":"string","minLength":1,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"AppRole":{"type":"object","additionalProperties":false,"required":["RoleId","SecretId"],"properties":{"RoleId":{"type":"string","minLength":1},"SecretId":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"File":{"type":"string","minLength":1},"Variable":{"type":"string","minLength":1,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"Mount":{"type":"string","minLength":1,"default":"approle"}}},"Kubernetes":{"type":"object","additionalProperties":false,"required":["Role"],"properties":{"Role":{"type":"string","minLength":1},"TokenFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/token"},"Mount":{"type":"string","minLength":1,"default":"kubernetes"}}}}},"Timeout":{"type":"integer","minimum":1,"maximum":60,"default":5},"Cache":{"type":"integer","minimum":0,"maximum":3600,"default":30}}},"Kubernetes":{"type":"object","additionalProperties":false,"properties":{"Address":{"type":"string","pattern":"^https?://[^\\s@?#]+$"},"Namespace":{"type":"string","minLength":1,"pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},"TokenFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/token"},"CaFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"},"Timeout":{"type":"integer","minimum":1,"maximum":60,"default":5},"Cache":{"type":"integer","minimum":0,"maximum":3600,"default":30}}}}},"default":{}}}},"Auth":{"type":"object","additionalProperties":false,"default":{},"properties":{"AccessTokenMinutes":{"type":"integer","minimum":1,"maximum":60,"default":15},"SessionDays":{"type":"integer","minimum":1,"maximum":365,"default":30},"Oidc":{"type":"object","required":["Issuer","Audience"],"additionalProperties":false,"properties":{"Issuer":{"type":"string","pattern":"^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))"},"Audience":{"type":"string","minLength":1},"NameClaim":{"type":"string","minLength":1,"default":"sub"},"RoleClaim":{"type":"string","minLength":1,"default":"roles"},"Roles":{"type":"object","additionalProperties":{"type":"string","enum":["viewer","operator","editor","admin"]}},"Clients":{"type":"object","additionalProperties":{"type":"string","enum":["person","service","agent"]}},"DefaultRole":{"type":"string","enum":["viewer","operator","editor","admin"]},"Algorithms":{"type":"array","minItems":1,"items":{"type":"string","enum":["RS256","RS384","RS512","PS256","PS384","PS512","ES256","ES384","ES512","EdDSA"]},"default":["RS256","PS256","ES256","EdDSA"]},"ClockTolerance":{"type":"integer","minimum":0,"maximum":300,"default":30}}}}},"Limits":{"type":"object","additionalProperties":false,"default":{},"properties":{"RequestBody":{"type":"integer","minimum":1024,"maximum":104857600,"default":1048576},"QueryDepth":{"type":"integer","minimum":3,"maximum":50,"default":12},"QueryCost":{"type":"integer","minimum":100,"maximum":1000000,"default":20000},"YamlFile":{"type":"integer","minimum":1024,"maximum":16777216,"default":1048576},"YamlDepth":{"type":"integer","minimum":8,"maximum":500,"default":100},"YamlAliases":{"type":"integer","minimum":0,"maximum":10000,"default":100},"FlowInput":{"x-runtime":true,"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"TaskOutput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"RunLog":{"type":"integer","minimum":1024,"maximum":1073741824,"default":10485760},"RunTasks":{"type":"integer","minimum":100,"maximum":10000000,"default":1000000},"RunJournal":{"type":"integer","minimum":65536,"maximum":1073741824,"default":67108864},"RunNesting":{"type":"integer","minimum":1,"maximum":256,"default":32},"RunChildren":{"type":"integer","minimum":1,"maximum":1000000,"default":10000},"ListPage":{"x-runtime":true,"type":"integer","minimum":1,"maximum":1000,"default":200},"FlowDuration":{"x-runtime":true,"type":"integer","minimum":1,"maximum":31536000,"default":86400},"ConcurrentRuns":{"type":"integer","minimum":1,"maximum":100000,"default":256},"PendingRuns":{"type":"integer","minimum":1,"maximum":10000000,"default":100000},"GitTransfer":{"type":"integer","minimum":1048576,"maximum":4294967296,"default":536870912},"RequestsPerMinute":{"x-runtime":true,"type":"integer","minimum":1,"maximum":10000000,"default":600},"WebhooksPerMinute":{"x-runtime":true,"type":"integer","minimum":1,"maximum":10000000,"default":600},"SignInsPerMinute":{"type":"integer","minimum":1,"maximum":10000,"default":10}}},"Flows":{"type":"object","additionalProperties":false,"default":{},"properties":{"Environment":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},"AllowPrivateNetworks":{"type":"boolean","default":false},"AllowContainers":{"type":"boolean","default":false},"AllowProcesses":{"type":"boolean","default":false}}},"Connectors":{"type":"object","additionalProperties":false,"default":{},"properties":{"Sql":{"type":"object","additionalProperties":false,"default":{},"properties":{"Directory":{"type":"string","minLength":1},"AllowAnyFile":{"type":"boolean","default":false}}},"Packages":{"type":"array","items":{"type":"string","minLength":1},"default":[]}}},"Backups":{"type":"object","additionalProperties":false,"default":{},"properties":{"Schedule":{"type":"string","minLength":1,"maxLength":200},"Categories":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["flows","environments","connections","config","secrets","users","runs","settings"]}},"Keep":{"type":"integer","minimum":1,"maximum":10000,"default":14},"KeepDays":{"type":"integer","minimum":1,"maximum":36500,"default":90},"Directory":{"type":"string","minLength":1},"LargestUpload":{"type":"integer","minimum":1048576,"maximum":1099511627776,"default":4294967296}}},"Retention":{"type":"object","additionalProperties":false,"default":{},"properties":{"CompletedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":30},"FaultedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Events":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":30},"Audit":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365},"Proposals":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365},"Deliveries":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":7},"ParkedMessages":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Occurrences":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Tickets":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365}}},"Telemetry":{"type":"object","additionalProperties":false,"default":{},"properties":{"LogLevel":{"x-runtime":true,"type":"string","enum":["silent","fatal","error","warn","info","debug","trace"],"default":"info"},"LogFile":{"type":"string","minLength":1},"PublicMetrics":{"type":"boolean","default":false},"OtlpEndpoint":{"type":"string","pattern":"^https?://[^\\s]+$"},"OtlpToken":{"type":"string","minLength":1,"x-secret":true}}},"Support":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"}}},"Events":{"type":"object","additionalProperties":false,"default":{},"properties":{"Webhooks":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["Url","Secret"],"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"},"Secret":{"type":"string","minLength":8,"x-secret":true},"Types":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[\\w.-]*\\*?$"}}}},"default":[]}}},"DataDirectory":{"type":"string","minLength":1,"default":".svc"}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern3 = new RegExp("^https?://[^\\s]*[^\\s/]$", "u");
const pattern4 = new RegExp("^[0-9a-fA-F.:]+(/[0-9]{1,3})?$", "u");
const pattern5 = new RegExp("^(?!(?:.*/)?node_modules(?:/|$))[^./\\\\:\\s][^/\\\\]*(?:/[^./\\\\][^/\\\\]*)*$", "u");
const pattern6 = new RegExp("^platform/.", "u");
const pattern7 = new RegExp("\\S", "u");
const pattern9 = new RegExp("^https?://[^\\s@]+$", "u");
const pattern10 = new RegExp("^[^/\\s]+/[^/\\s]+$", "u");
const pattern12 = new RegExp("^https?://[^\\s@]*\\{sha\\}", "u");
const pattern13 = new RegExp("^postgres(ql)?://", "u");
const pattern14 = new RegExp("^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)*$", "u");
const pattern15 = new RegExp("^https?://[^\\s@?#]+$", "u");
const pattern16 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");
const pattern21 = new RegExp("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "u");
const pattern22 = new RegExp("^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))", "u");
const pattern23 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const pattern24 = new RegExp("^https?://[^\\s]+$", "u");
const pattern27 = new RegExp("^[\\w.-]*\\*?$", "u");

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
if(data6.Path !== undefined){
let data10 = data6.Path;
const _errs24 = errors;
if(errors === _errs24){
if(typeof data10 === "string"){
if(func2(data10) > 1024){
return false;
}
else {
if(!pattern5.test(data10)){
return false;
}
}
}
else {
return false;
}
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.PollInterval !== undefined){
let data11 = data6.PollInterval;
const _errs26 = errors;
if(!((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11)))){
return false;
}
if(errors === _errs26){
if(typeof data11 == "number"){
if(data11 > 86400 || isNaN(data11)){
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
if(data6.Timeout !== undefined){
let data12 = data6.Timeout;
const _errs28 = errors;
if(!((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12)))){
return false;
}
if(errors === _errs28){
if(typeof data12 == "number"){
if(data12 > 3600 || isNaN(data12)){
return false;
}
else {
if(data12 < 1 || isNaN(data12)){
return false;
}
}
}
}
var valid3 = _errs28 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.CaFile !== undefined){
let data13 = data6.CaFile;
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
var valid3 = _errs30 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.Credentials !== undefined){
let data14 = data6.Credentials;
const _errs32 = errors;
if(errors === _errs32){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
const _errs34 = errors;
for(const key3 in data14){
if(!(((((key3 === "Secret") || (key3 === "Username")) || (key3 === "Token")) || (key3 === "KeyFile")) || (key3 === "KnownHostsFile"))){
return false;
break;
}
}
if(_errs34 === errors){
if(data14.Secret !== undefined){
let data15 = data14.Secret;
const _errs35 = errors;
if(errors === _errs35){
if(typeof data15 === "string"){
if(func2(data15) < 1){
return false;
}
else {
if(!pattern6.test(data15)){
return false;
}
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
if(data14.Username !== undefined){
let data16 = data14.Username;
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
if(data14.Token !== undefined){
let data17 = data14.Token;
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
if(data14.KeyFile !== undefined){
let data18 = data14.KeyFile;
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
if(valid4){
if(data14.KnownHostsFile !== undefined){
let data19 = data14.KnownHostsFile;
const _errs43 = errors;
if(errors === _errs43){
if(typeof data19 === "string"){
if(func2(data19) < 1){
return false;
}
}
else {
return false;
}
}
var valid4 = _errs43 === errors;
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
var valid3 = _errs32 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.WebhookSecrets !== undefined){
let data20 = data6.WebhookSecrets;
const _errs45 = errors;
if(errors === _errs45){
if(Array.isArray(data20)){
var valid5 = true;
const len1 = data20.length;
for(let i1=0; i1<len1; i1++){
let data21 = data20[i1];
const _errs47 = errors;
const _errs48 = errors;
let valid6 = false;
const _errs49 = errors;
if(errors === _errs49){
if(typeof data21 === "string"){
if(!pattern7.test(data21)){
errors++;
}
}
else {
errors++;
}
}
var _valid0 = _errs49 === errors;
valid6 = valid6 || _valid0;
if(!valid6){
const _errs51 = errors;
if(errors === _errs51){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
let missing0;
if((data21.Secret === undefined) && (missing0 = "Secret")){
errors++;
}
else {
const _errs53 = errors;
for(const key4 in data21){
if(!((key4 === "Secret") || (key4 === "Key"))){
errors++;
break;
}
}
if(_errs53 === errors){
if(data21.Secret !== undefined){
let data22 = data21.Secret;
const _errs54 = errors;
if(errors === _errs54){
if(typeof data22 === "string"){
if(func2(data22) < 1){
errors++;
}
else {
if(!pattern6.test(data22)){
errors++;
}
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
if(valid7){
if(data21.Key !== undefined){
let data23 = data21.Key;
const _errs56 = errors;
if(errors === _errs56){
if(typeof data23 === "string"){
if(func2(data23) < 1){
errors++;
}
}
else {
errors++;
}
}
var valid7 = _errs56 === errors;
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
var _valid0 = _errs51 === errors;
valid6 = valid6 || _valid0;
}
if(!valid6){
errors++;
return false;
}
else {
errors = _errs48;
}
var valid5 = _errs47 === errors;
if(!valid5){
break;
}
}
}
else {
return false;
}
}
var valid3 = _errs45 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.Forge !== undefined){
let data24 = data6.Forge;
const _errs58 = errors;
if(errors === _errs58){
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
const _errs60 = errors;
for(const key5 in data24){
if(!(((((key5 === "Type") || (key5 === "Url")) || (key5 === "Repository")) || (key5 === "Token")) || (key5 === "Secret"))){
return false;
break;
}
}
if(_errs60 === errors){
if(data24.Type !== undefined){
let data25 = data24.Type;
const _errs61 = errors;
if(typeof data25 !== "string"){
return false;
}
if(!((data25 === "github") || (data25 === "gitea"))){
return false;
}
var valid8 = _errs61 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data24.Url !== undefined){
let data26 = data24.Url;
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
if(data24.Repository !== undefined){
let data27 = data24.Repository;
const _errs65 = errors;
if(errors === _errs65){
if(typeof data27 === "string"){
if(!pattern10.test(data27)){
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
if(data24.Token !== undefined){
let data28 = data24.Token;
const _errs67 = errors;
if(errors === _errs67){
if(typeof data28 === "string"){
if(func2(data28) < 1){
return false;
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
if(valid8){
if(data24.Secret !== undefined){
let data29 = data24.Secret;
const _errs69 = errors;
if(errors === _errs69){
if(typeof data29 === "string"){
if(func2(data29) < 1){
return false;
}
else {
if(!pattern6.test(data29)){
return false;
}
}
}
else {
return false;
}
}
var valid8 = _errs69 === errors;
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
var valid3 = _errs58 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.StatusUrl !== undefined){
let data30 = data6.StatusUrl;
const _errs71 = errors;
if(errors === _errs71){
if(typeof data30 === "string"){
if(!pattern12.test(data30)){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs71 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.ApplyPolicy !== undefined){
let data31 = data6.ApplyPolicy;
const _errs73 = errors;
if(typeof data31 !== "string"){
return false;
}
if(!((data31 === "entity") || (data31 === "commit"))){
return false;
}
var valid3 = _errs73 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.PruneLimit !== undefined){
let data32 = data6.PruneLimit;
const _errs75 = errors;
if(!((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32)))){
return false;
}
if(errors === _errs75){
if(typeof data32 == "number"){
if(data32 > 100 || isNaN(data32)){
return false;
}
else {
if(data32 < 0 || isNaN(data32)){
return false;
}
}
}
}
var valid3 = _errs75 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.ProtectedBranches !== undefined){
let data33 = data6.ProtectedBranches;
const _errs77 = errors;
if(errors === _errs77){
if(Array.isArray(data33)){
var valid9 = true;
const len2 = data33.length;
for(let i2=0; i2<len2; i2++){
let data34 = data33[i2];
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
var valid9 = _errs79 === errors;
if(!valid9){
break;
}
}
}
else {
return false;
}
}
var valid3 = _errs77 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.ActiveBranches !== undefined){
let data35 = data6.ActiveBranches;
const _errs81 = errors;
if(errors === _errs81){
if(Array.isArray(data35)){
var valid10 = true;
const len3 = data35.length;
for(let i3=0; i3<len3; i3++){
let data36 = data35[i3];
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
var valid10 = _errs83 === errors;
if(!valid10){
break;
}
}
}
else {
return false;
}
}
var valid3 = _errs81 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.Directory !== undefined){
let data37 = data6.Directory;
const _errs85 = errors;
if(errors === _errs85){
if(typeof data37 === "string"){
if(func2(data37) < 1){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs85 === errors;
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
let data38 = data.LocalOverlay;
const _errs87 = errors;
if(errors === _errs87){
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
const _errs89 = errors;
for(const key6 in data38){
if(!((key6 === "Enabled") || (key6 === "Directory"))){
return false;
break;
}
}
if(_errs89 === errors){
if(data38.Enabled !== undefined){
const _errs90 = errors;
if(typeof data38.Enabled !== "boolean"){
return false;
}
var valid11 = _errs90 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data38.Directory !== undefined){
let data40 = data38.Directory;
const _errs92 = errors;
if(errors === _errs92){
if(typeof data40 === "string"){
if(func2(data40) < 1){
return false;
}
}
else {
return false;
}
}
var valid11 = _errs92 === errors;
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
var valid0 = _errs87 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Database !== undefined){
let data41 = data.Database;
const _errs94 = errors;
if(errors === _errs94){
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
const _errs96 = errors;
for(const key7 in data41){
if(!(key7 === "Url")){
return false;
break;
}
}
if(_errs96 === errors){
if(data41.Url !== undefined){
let data42 = data41.Url;
const _errs97 = errors;
if(errors === _errs97){
if(typeof data42 === "string"){
if(!pattern13.test(data42)){
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
var valid0 = _errs94 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Secrets !== undefined){
let data43 = data.Secrets;
const _errs99 = errors;
if(errors === _errs99){
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
const _errs101 = errors;
for(const key8 in data43){
if(!((((key8 === "MasterKey") || (key8 === "PreviousMasterKey")) || (key8 === "MasterKeyFile")) || (key8 === "Providers"))){
return false;
break;
}
}
if(_errs101 === errors){
if(data43.MasterKey !== undefined){
let data44 = data43.MasterKey;
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
if(data43.PreviousMasterKey !== undefined){
let data45 = data43.PreviousMasterKey;
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
if(data43.MasterKeyFile !== undefined){
let data46 = data43.MasterKeyFile;
const _errs106 = errors;
if(errors === _errs106){
if(typeof data46 === "string"){
if(func2(data46) < 1){
return false;
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
if(valid13){
if(data43.Providers !== undefined){
let data47 = data43.Providers;
const _errs108 = errors;
if(errors === _errs108){
if(data47 && typeof data47 == "object" && !Array.isArray(data47)){
for(const key9 in data47){
const _errs110 = errors;
if(typeof key9 === "string"){
if(!pattern14.test(key9)){
errors++;
}
}
var valid14 = _errs110 === errors;
if(!valid14){
errors++;
return false;
break;
}
}
if(valid14){
for(const key10 in data47){
let data48 = data47[key10];
const _errs112 = errors;
if(errors === _errs112){
if(data48 && typeof data48 == "object" && !Array.isArray(data48)){
if(Object.keys(data48).length > 1){
return false;
}
else {
if(Object.keys(data48).length < 1){
return false;
}
else {
const _errs114 = errors;
for(const key11 in data48){
if(!(((key11 === "Files") || (key11 === "Vault")) || (key11 === "Kubernetes"))){
return false;
break;
}
}
if(_errs114 === errors){
if(data48.Files !== undefined){
let data49 = data48.Files;
const _errs115 = errors;
if(errors === _errs115){
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
let missing1;
if((data49.Folder === undefined) && (missing1 = "Folder")){
return false;
}
else {
const _errs117 = errors;
for(const key12 in data49){
if(!(key12 === "Folder")){
return false;
break;
}
}
if(_errs117 === errors){
if(data49.Folder !== undefined){
let data50 = data49.Folder;
const _errs118 = errors;
if(errors === _errs118){
if(typeof data50 === "string"){
if(func2(data50) < 1){
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
var valid16 = _errs115 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data48.Vault !== undefined){
let data51 = data48.Vault;
const _errs120 = errors;
if(errors === _errs120){
if(data51 && typeof data51 == "object" && !Array.isArray(data51)){
let missing2;
if(((data51.Address === undefined) && (missing2 = "Address")) || ((data51.Auth === undefined) && (missing2 = "Auth"))){
return false;
}
else {
const _errs122 = errors;
for(const key13 in data51){
if(!(func1.call(schema19.properties.Secrets.properties.Providers.additionalProperties.properties.Vault.properties, key13))){
return false;
break;
}
}
if(_errs122 === errors){
if(data51.Address !== undefined){
let data52 = data51.Address;
const _errs123 = errors;
if(errors === _errs123){
if(typeof data52 === "string"){
if(!pattern15.test(data52)){
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
if(data51.Namespace !== undefined){
let data53 = data51.Namespace;
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
if(data51.Mount !== undefined){
let data54 = data51.Mount;
const _errs127 = errors;
if(errors === _errs127){
if(typeof data54 === "string"){
if(func2(data54) < 1){
return false;
}
}
else {
return false;
}
}
var valid18 = _errs127 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data51.Version !== undefined){
let data55 = data51.Version;
const _errs129 = errors;
if(!((typeof data55 == "number") && (!(data55 % 1) && !isNaN(data55)))){
return false;
}
if(!((data55 === 1) || (data55 === 2))){
return false;
}
var valid18 = _errs129 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data51.Path !== undefined){
let data56 = data51.Path;
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
if(data51.CaFile !== undefined){
let data57 = data51.CaFile;
const _errs133 = errors;
if(errors === _errs133){
if(typeof data57 === "string"){
if(func2(data57) < 1){
return false;
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
if(data51.Auth !== undefined){
let data58 = data51.Auth;
const _errs135 = errors;
if(errors === _errs135){
if(data58 && typeof data58 == "object" && !Array.isArray(data58)){
if(Object.keys(data58).length > 1){
return false;
}
else {
if(Object.keys(data58).length < 1){
return false;
}
else {
const _errs137 = errors;
for(const key14 in data58){
if(!(((key14 === "Token") || (key14 === "AppRole")) || (key14 === "Kubernetes"))){
return false;
break;
}
}
if(_errs137 === errors){
if(data58.Token !== undefined){
let data59 = data58.Token;
const _errs138 = errors;
if(errors === _errs138){
if(data59 && typeof data59 == "object" && !Array.isArray(data59)){
if(Object.keys(data59).length > 1){
return false;
}
else {
if(Object.keys(data59).length < 1){
return false;
}
else {
const _errs140 = errors;
for(const key15 in data59){
if(!(((key15 === "File") || (key15 === "Variable")) || (key15 === "Secret"))){
return false;
break;
}
}
if(_errs140 === errors){
if(data59.File !== undefined){
let data60 = data59.File;
const _errs141 = errors;
if(errors === _errs141){
if(typeof data60 === "string"){
if(func2(data60) < 1){
return false;
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
if(data59.Variable !== undefined){
let data61 = data59.Variable;
const _errs143 = errors;
if(errors === _errs143){
if(typeof data61 === "string"){
if(func2(data61) < 1){
return false;
}
else {
if(!pattern16.test(data61)){
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
if(valid20){
if(data59.Secret !== undefined){
let data62 = data59.Secret;
const _errs145 = errors;
if(errors === _errs145){
if(typeof data62 === "string"){
if(func2(data62) < 1){
return false;
}
else {
if(!pattern6.test(data62)){
return false;
}
}
}
else {
return false;
}
}
var valid20 = _errs145 === errors;
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
var valid19 = _errs138 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data58.AppRole !== undefined){
let data63 = data58.AppRole;
const _errs147 = errors;
if(errors === _errs147){
if(data63 && typeof data63 == "object" && !Array.isArray(data63)){
let missing3;
if(((data63.RoleId === undefined) && (missing3 = "RoleId")) || ((data63.SecretId === undefined) && (missing3 = "SecretId"))){
return false;
}
else {
const _errs149 = errors;
for(const key16 in data63){
if(!(((key16 === "RoleId") || (key16 === "SecretId")) || (key16 === "Mount"))){
return false;
break;
}
}
if(_errs149 === errors){
if(data63.RoleId !== undefined){
let data64 = data63.RoleId;
const _errs150 = errors;
if(errors === _errs150){
if(typeof data64 === "string"){
if(func2(data64) < 1){
return false;
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
if(data63.SecretId !== undefined){
let data65 = data63.SecretId;
const _errs152 = errors;
if(errors === _errs152){
if(data65 && typeof data65 == "object" && !Array.isArray(data65)){
if(Object.keys(data65).length > 1){
return false;
}
else {
if(Object.keys(data65).length < 1){
return false;
}
else {
const _errs154 = errors;
for(const key17 in data65){
if(!(((key17 === "File") || (key17 === "Variable")) || (key17 === "Secret"))){
return false;
break;
}
}
if(_errs154 === errors){
if(data65.File !== undefined){
let data66 = data65.File;
const _errs155 = errors;
if(errors === _errs155){
if(typeof data66 === "string"){
if(func2(data66) < 1){
return false;
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
if(data65.Variable !== undefined){
let data67 = data65.Variable;
const _errs157 = errors;
if(errors === _errs157){
if(typeof data67 === "string"){
if(func2(data67) < 1){
return false;
}
else {
if(!pattern16.test(data67)){
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
if(valid22){
if(data65.Secret !== undefined){
let data68 = data65.Secret;
const _errs159 = errors;
if(errors === _errs159){
if(typeof data68 === "string"){
if(func2(data68) < 1){
return false;
}
else {
if(!pattern6.test(data68)){
return false;
}
}
}
else {
return false;
}
}
var valid22 = _errs159 === errors;
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
var valid21 = _errs152 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data63.Mount !== undefined){
let data69 = data63.Mount;
const _errs161 = errors;
if(errors === _errs161){
if(typeof data69 === "string"){
if(func2(data69) < 1){
return false;
}
}
else {
return false;
}
}
var valid21 = _errs161 === errors;
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
var valid19 = _errs147 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data58.Kubernetes !== undefined){
let data70 = data58.Kubernetes;
const _errs163 = errors;
if(errors === _errs163){
if(data70 && typeof data70 == "object" && !Array.isArray(data70)){
let missing4;
if((data70.Role === undefined) && (missing4 = "Role")){
return false;
}
else {
const _errs165 = errors;
for(const key18 in data70){
if(!(((key18 === "Role") || (key18 === "TokenFile")) || (key18 === "Mount"))){
return false;
break;
}
}
if(_errs165 === errors){
if(data70.Role !== undefined){
let data71 = data70.Role;
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
if(data70.TokenFile !== undefined){
let data72 = data70.TokenFile;
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
if(valid23){
if(data70.Mount !== undefined){
let data73 = data70.Mount;
const _errs170 = errors;
if(errors === _errs170){
if(typeof data73 === "string"){
if(func2(data73) < 1){
return false;
}
}
else {
return false;
}
}
var valid23 = _errs170 === errors;
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
var valid19 = _errs163 === errors;
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
var valid18 = _errs135 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data51.Timeout !== undefined){
let data74 = data51.Timeout;
const _errs172 = errors;
if(!((typeof data74 == "number") && (!(data74 % 1) && !isNaN(data74)))){
return false;
}
if(errors === _errs172){
if(typeof data74 == "number"){
if(data74 > 60 || isNaN(data74)){
return false;
}
else {
if(data74 < 1 || isNaN(data74)){
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
if(data51.Cache !== undefined){
let data75 = data51.Cache;
const _errs174 = errors;
if(!((typeof data75 == "number") && (!(data75 % 1) && !isNaN(data75)))){
return false;
}
if(errors === _errs174){
if(typeof data75 == "number"){
if(data75 > 3600 || isNaN(data75)){
return false;
}
else {
if(data75 < 0 || isNaN(data75)){
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
var valid16 = _errs120 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data48.Kubernetes !== undefined){
let data76 = data48.Kubernetes;
const _errs176 = errors;
if(errors === _errs176){
if(data76 && typeof data76 == "object" && !Array.isArray(data76)){
const _errs178 = errors;
for(const key19 in data76){
if(!((((((key19 === "Address") || (key19 === "Namespace")) || (key19 === "TokenFile")) || (key19 === "CaFile")) || (key19 === "Timeout")) || (key19 === "Cache"))){
return false;
break;
}
}
if(_errs178 === errors){
if(data76.Address !== undefined){
let data77 = data76.Address;
const _errs179 = errors;
if(errors === _errs179){
if(typeof data77 === "string"){
if(!pattern15.test(data77)){
return false;
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
if(data76.Namespace !== undefined){
let data78 = data76.Namespace;
const _errs181 = errors;
if(errors === _errs181){
if(typeof data78 === "string"){
if(func2(data78) < 1){
return false;
}
else {
if(!pattern21.test(data78)){
return false;
}
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
if(data76.TokenFile !== undefined){
let data79 = data76.TokenFile;
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
if(data76.CaFile !== undefined){
let data80 = data76.CaFile;
const _errs185 = errors;
if(errors === _errs185){
if(typeof data80 === "string"){
if(func2(data80) < 1){
return false;
}
}
else {
return false;
}
}
var valid24 = _errs185 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data76.Timeout !== undefined){
let data81 = data76.Timeout;
const _errs187 = errors;
if(!((typeof data81 == "number") && (!(data81 % 1) && !isNaN(data81)))){
return false;
}
if(errors === _errs187){
if(typeof data81 == "number"){
if(data81 > 60 || isNaN(data81)){
return false;
}
else {
if(data81 < 1 || isNaN(data81)){
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
if(valid24){
if(data76.Cache !== undefined){
let data82 = data76.Cache;
const _errs189 = errors;
if(!((typeof data82 == "number") && (!(data82 % 1) && !isNaN(data82)))){
return false;
}
if(errors === _errs189){
if(typeof data82 == "number"){
if(data82 > 3600 || isNaN(data82)){
return false;
}
else {
if(data82 < 0 || isNaN(data82)){
return false;
}
}
}
}
var valid24 = _errs189 === errors;
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
var valid16 = _errs176 === errors;
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
var valid15 = _errs112 === errors;
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
var valid13 = _errs108 === errors;
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
var valid0 = _errs99 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Auth !== undefined){
let data83 = data.Auth;
const _errs191 = errors;
if(errors === _errs191){
if(data83 && typeof data83 == "object" && !Array.isArray(data83)){
const _errs193 = errors;
for(const key20 in data83){
if(!(((key20 === "AccessTokenMinutes") || (key20 === "SessionDays")) || (key20 === "Oidc"))){
return false;
break;
}
}
if(_errs193 === errors){
if(data83.AccessTokenMinutes !== undefined){
let data84 = data83.AccessTokenMinutes;
const _errs194 = errors;
if(!((typeof data84 == "number") && (!(data84 % 1) && !isNaN(data84)))){
return false;
}
if(errors === _errs194){
if(typeof data84 == "number"){
if(data84 > 60 || isNaN(data84)){
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
if(data83.SessionDays !== undefined){
let data85 = data83.SessionDays;
const _errs196 = errors;
if(!((typeof data85 == "number") && (!(data85 % 1) && !isNaN(data85)))){
return false;
}
if(errors === _errs196){
if(typeof data85 == "number"){
if(data85 > 365 || isNaN(data85)){
return false;
}
else {
if(data85 < 1 || isNaN(data85)){
return false;
}
}
}
}
var valid25 = _errs196 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data83.Oidc !== undefined){
let data86 = data83.Oidc;
const _errs198 = errors;
if(errors === _errs198){
if(data86 && typeof data86 == "object" && !Array.isArray(data86)){
let missing5;
if(((data86.Issuer === undefined) && (missing5 = "Issuer")) || ((data86.Audience === undefined) && (missing5 = "Audience"))){
return false;
}
else {
const _errs200 = errors;
for(const key21 in data86){
if(!(func1.call(schema19.properties.Auth.properties.Oidc.properties, key21))){
return false;
break;
}
}
if(_errs200 === errors){
if(data86.Issuer !== undefined){
let data87 = data86.Issuer;
const _errs201 = errors;
if(errors === _errs201){
if(typeof data87 === "string"){
if(!pattern22.test(data87)){
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
if(data86.Audience !== undefined){
let data88 = data86.Audience;
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
if(data86.NameClaim !== undefined){
let data89 = data86.NameClaim;
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
if(data86.RoleClaim !== undefined){
let data90 = data86.RoleClaim;
const _errs207 = errors;
if(errors === _errs207){
if(typeof data90 === "string"){
if(func2(data90) < 1){
return false;
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
if(data86.Roles !== undefined){
let data91 = data86.Roles;
const _errs209 = errors;
if(errors === _errs209){
if(data91 && typeof data91 == "object" && !Array.isArray(data91)){
for(const key22 in data91){
let data92 = data91[key22];
const _errs212 = errors;
if(typeof data92 !== "string"){
return false;
}
if(!((((data92 === "viewer") || (data92 === "operator")) || (data92 === "editor")) || (data92 === "admin"))){
return false;
}
var valid27 = _errs212 === errors;
if(!valid27){
break;
}
}
}
else {
return false;
}
}
var valid26 = _errs209 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data86.Clients !== undefined){
let data93 = data86.Clients;
const _errs214 = errors;
if(errors === _errs214){
if(data93 && typeof data93 == "object" && !Array.isArray(data93)){
for(const key23 in data93){
let data94 = data93[key23];
const _errs217 = errors;
if(typeof data94 !== "string"){
return false;
}
if(!(((data94 === "person") || (data94 === "service")) || (data94 === "agent"))){
return false;
}
var valid28 = _errs217 === errors;
if(!valid28){
break;
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
if(data86.DefaultRole !== undefined){
let data95 = data86.DefaultRole;
const _errs219 = errors;
if(typeof data95 !== "string"){
return false;
}
if(!((((data95 === "viewer") || (data95 === "operator")) || (data95 === "editor")) || (data95 === "admin"))){
return false;
}
var valid26 = _errs219 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data86.Algorithms !== undefined){
let data96 = data86.Algorithms;
const _errs221 = errors;
if(errors === _errs221){
if(Array.isArray(data96)){
if(data96.length < 1){
return false;
}
else {
var valid29 = true;
const len4 = data96.length;
for(let i4=0; i4<len4; i4++){
let data97 = data96[i4];
const _errs223 = errors;
if(typeof data97 !== "string"){
return false;
}
if(!((((((((((data97 === "RS256") || (data97 === "RS384")) || (data97 === "RS512")) || (data97 === "PS256")) || (data97 === "PS384")) || (data97 === "PS512")) || (data97 === "ES256")) || (data97 === "ES384")) || (data97 === "ES512")) || (data97 === "EdDSA"))){
return false;
}
var valid29 = _errs223 === errors;
if(!valid29){
break;
}
}
}
}
else {
return false;
}
}
var valid26 = _errs221 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data86.ClockTolerance !== undefined){
let data98 = data86.ClockTolerance;
const _errs225 = errors;
if(!((typeof data98 == "number") && (!(data98 % 1) && !isNaN(data98)))){
return false;
}
if(errors === _errs225){
if(typeof data98 == "number"){
if(data98 > 300 || isNaN(data98)){
return false;
}
else {
if(data98 < 0 || isNaN(data98)){
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
var valid25 = _errs198 === errors;
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
var valid0 = _errs191 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Limits !== undefined){
let data99 = data.Limits;
const _errs227 = errors;
if(errors === _errs227){
if(data99 && typeof data99 == "object" && !Array.isArray(data99)){
const _errs229 = errors;
for(const key24 in data99){
if(!(func1.call(schema19.properties.Limits.properties, key24))){
return false;
break;
}
}
if(_errs229 === errors){
if(data99.RequestBody !== undefined){
let data100 = data99.RequestBody;
const _errs230 = errors;
if(!((typeof data100 == "number") && (!(data100 % 1) && !isNaN(data100)))){
return false;
}
if(errors === _errs230){
if(typeof data100 == "number"){
if(data100 > 104857600 || isNaN(data100)){
return false;
}
else {
if(data100 < 1024 || isNaN(data100)){
return false;
}
}
}
}
var valid30 = _errs230 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.QueryDepth !== undefined){
let data101 = data99.QueryDepth;
const _errs232 = errors;
if(!((typeof data101 == "number") && (!(data101 % 1) && !isNaN(data101)))){
return false;
}
if(errors === _errs232){
if(typeof data101 == "number"){
if(data101 > 50 || isNaN(data101)){
return false;
}
else {
if(data101 < 3 || isNaN(data101)){
return false;
}
}
}
}
var valid30 = _errs232 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.QueryCost !== undefined){
let data102 = data99.QueryCost;
const _errs234 = errors;
if(!((typeof data102 == "number") && (!(data102 % 1) && !isNaN(data102)))){
return false;
}
if(errors === _errs234){
if(typeof data102 == "number"){
if(data102 > 1000000 || isNaN(data102)){
return false;
}
else {
if(data102 < 100 || isNaN(data102)){
return false;
}
}
}
}
var valid30 = _errs234 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.YamlFile !== undefined){
let data103 = data99.YamlFile;
const _errs236 = errors;
if(!((typeof data103 == "number") && (!(data103 % 1) && !isNaN(data103)))){
return false;
}
if(errors === _errs236){
if(typeof data103 == "number"){
if(data103 > 16777216 || isNaN(data103)){
return false;
}
else {
if(data103 < 1024 || isNaN(data103)){
return false;
}
}
}
}
var valid30 = _errs236 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.YamlDepth !== undefined){
let data104 = data99.YamlDepth;
const _errs238 = errors;
if(!((typeof data104 == "number") && (!(data104 % 1) && !isNaN(data104)))){
return false;
}
if(errors === _errs238){
if(typeof data104 == "number"){
if(data104 > 500 || isNaN(data104)){
return false;
}
else {
if(data104 < 8 || isNaN(data104)){
return false;
}
}
}
}
var valid30 = _errs238 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.YamlAliases !== undefined){
let data105 = data99.YamlAliases;
const _errs240 = errors;
if(!((typeof data105 == "number") && (!(data105 % 1) && !isNaN(data105)))){
return false;
}
if(errors === _errs240){
if(typeof data105 == "number"){
if(data105 > 10000 || isNaN(data105)){
return false;
}
else {
if(data105 < 0 || isNaN(data105)){
return false;
}
}
}
}
var valid30 = _errs240 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.FlowInput !== undefined){
let data106 = data99.FlowInput;
const _errs242 = errors;
if(!((typeof data106 == "number") && (!(data106 % 1) && !isNaN(data106)))){
return false;
}
if(errors === _errs242){
if(typeof data106 == "number"){
if(data106 > 8388608 || isNaN(data106)){
return false;
}
else {
if(data106 < 1024 || isNaN(data106)){
return false;
}
}
}
}
var valid30 = _errs242 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.TaskOutput !== undefined){
let data107 = data99.TaskOutput;
const _errs244 = errors;
if(!((typeof data107 == "number") && (!(data107 % 1) && !isNaN(data107)))){
return false;
}
if(errors === _errs244){
if(typeof data107 == "number"){
if(data107 > 8388608 || isNaN(data107)){
return false;
}
else {
if(data107 < 1024 || isNaN(data107)){
return false;
}
}
}
}
var valid30 = _errs244 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.RunLog !== undefined){
let data108 = data99.RunLog;
const _errs246 = errors;
if(!((typeof data108 == "number") && (!(data108 % 1) && !isNaN(data108)))){
return false;
}
if(errors === _errs246){
if(typeof data108 == "number"){
if(data108 > 1073741824 || isNaN(data108)){
return false;
}
else {
if(data108 < 1024 || isNaN(data108)){
return false;
}
}
}
}
var valid30 = _errs246 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.RunTasks !== undefined){
let data109 = data99.RunTasks;
const _errs248 = errors;
if(!((typeof data109 == "number") && (!(data109 % 1) && !isNaN(data109)))){
return false;
}
if(errors === _errs248){
if(typeof data109 == "number"){
if(data109 > 10000000 || isNaN(data109)){
return false;
}
else {
if(data109 < 100 || isNaN(data109)){
return false;
}
}
}
}
var valid30 = _errs248 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.RunJournal !== undefined){
let data110 = data99.RunJournal;
const _errs250 = errors;
if(!((typeof data110 == "number") && (!(data110 % 1) && !isNaN(data110)))){
return false;
}
if(errors === _errs250){
if(typeof data110 == "number"){
if(data110 > 1073741824 || isNaN(data110)){
return false;
}
else {
if(data110 < 65536 || isNaN(data110)){
return false;
}
}
}
}
var valid30 = _errs250 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.RunNesting !== undefined){
let data111 = data99.RunNesting;
const _errs252 = errors;
if(!((typeof data111 == "number") && (!(data111 % 1) && !isNaN(data111)))){
return false;
}
if(errors === _errs252){
if(typeof data111 == "number"){
if(data111 > 256 || isNaN(data111)){
return false;
}
else {
if(data111 < 1 || isNaN(data111)){
return false;
}
}
}
}
var valid30 = _errs252 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.RunChildren !== undefined){
let data112 = data99.RunChildren;
const _errs254 = errors;
if(!((typeof data112 == "number") && (!(data112 % 1) && !isNaN(data112)))){
return false;
}
if(errors === _errs254){
if(typeof data112 == "number"){
if(data112 > 1000000 || isNaN(data112)){
return false;
}
else {
if(data112 < 1 || isNaN(data112)){
return false;
}
}
}
}
var valid30 = _errs254 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.ListPage !== undefined){
let data113 = data99.ListPage;
const _errs256 = errors;
if(!((typeof data113 == "number") && (!(data113 % 1) && !isNaN(data113)))){
return false;
}
if(errors === _errs256){
if(typeof data113 == "number"){
if(data113 > 1000 || isNaN(data113)){
return false;
}
else {
if(data113 < 1 || isNaN(data113)){
return false;
}
}
}
}
var valid30 = _errs256 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.FlowDuration !== undefined){
let data114 = data99.FlowDuration;
const _errs258 = errors;
if(!((typeof data114 == "number") && (!(data114 % 1) && !isNaN(data114)))){
return false;
}
if(errors === _errs258){
if(typeof data114 == "number"){
if(data114 > 31536000 || isNaN(data114)){
return false;
}
else {
if(data114 < 1 || isNaN(data114)){
return false;
}
}
}
}
var valid30 = _errs258 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.ConcurrentRuns !== undefined){
let data115 = data99.ConcurrentRuns;
const _errs260 = errors;
if(!((typeof data115 == "number") && (!(data115 % 1) && !isNaN(data115)))){
return false;
}
if(errors === _errs260){
if(typeof data115 == "number"){
if(data115 > 100000 || isNaN(data115)){
return false;
}
else {
if(data115 < 1 || isNaN(data115)){
return false;
}
}
}
}
var valid30 = _errs260 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.PendingRuns !== undefined){
let data116 = data99.PendingRuns;
const _errs262 = errors;
if(!((typeof data116 == "number") && (!(data116 % 1) && !isNaN(data116)))){
return false;
}
if(errors === _errs262){
if(typeof data116 == "number"){
if(data116 > 10000000 || isNaN(data116)){
return false;
}
else {
if(data116 < 1 || isNaN(data116)){
return false;
}
}
}
}
var valid30 = _errs262 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.GitTransfer !== undefined){
let data117 = data99.GitTransfer;
const _errs264 = errors;
if(!((typeof data117 == "number") && (!(data117 % 1) && !isNaN(data117)))){
return false;
}
if(errors === _errs264){
if(typeof data117 == "number"){
if(data117 > 4294967296 || isNaN(data117)){
return false;
}
else {
if(data117 < 1048576 || isNaN(data117)){
return false;
}
}
}
}
var valid30 = _errs264 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.RequestsPerMinute !== undefined){
let data118 = data99.RequestsPerMinute;
const _errs266 = errors;
if(!((typeof data118 == "number") && (!(data118 % 1) && !isNaN(data118)))){
return false;
}
if(errors === _errs266){
if(typeof data118 == "number"){
if(data118 > 10000000 || isNaN(data118)){
return false;
}
else {
if(data118 < 1 || isNaN(data118)){
return false;
}
}
}
}
var valid30 = _errs266 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.WebhooksPerMinute !== undefined){
let data119 = data99.WebhooksPerMinute;
const _errs268 = errors;
if(!((typeof data119 == "number") && (!(data119 % 1) && !isNaN(data119)))){
return false;
}
if(errors === _errs268){
if(typeof data119 == "number"){
if(data119 > 10000000 || isNaN(data119)){
return false;
}
else {
if(data119 < 1 || isNaN(data119)){
return false;
}
}
}
}
var valid30 = _errs268 === errors;
}
else {
var valid30 = true;
}
if(valid30){
if(data99.SignInsPerMinute !== undefined){
let data120 = data99.SignInsPerMinute;
const _errs270 = errors;
if(!((typeof data120 == "number") && (!(data120 % 1) && !isNaN(data120)))){
return false;
}
if(errors === _errs270){
if(typeof data120 == "number"){
if(data120 > 10000 || isNaN(data120)){
return false;
}
else {
if(data120 < 1 || isNaN(data120)){
return false;
}
}
}
}
var valid30 = _errs270 === errors;
}
else {
var valid30 = true;
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
if(data.Flows !== undefined){
let data121 = data.Flows;
const _errs272 = errors;
if(errors === _errs272){
if(data121 && typeof data121 == "object" && !Array.isArray(data121)){
const _errs274 = errors;
for(const key25 in data121){
if(!((((key25 === "Environment") || (key25 === "AllowPrivateNetworks")) || (key25 === "AllowContainers")) || (key25 === "AllowProcesses"))){
return false;
break;
}
}
if(_errs274 === errors){
if(data121.Environment !== undefined){
let data122 = data121.Environment;
const _errs275 = errors;
if(errors === _errs275){
if(typeof data122 === "string"){
if(!pattern23.test(data122)){
return false;
}
}
else {
return false;
}
}
var valid31 = _errs275 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data121.AllowPrivateNetworks !== undefined){
const _errs277 = errors;
if(typeof data121.AllowPrivateNetworks !== "boolean"){
return false;
}
var valid31 = _errs277 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data121.AllowContainers !== undefined){
const _errs279 = errors;
if(typeof data121.AllowContainers !== "boolean"){
return false;
}
var valid31 = _errs279 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data121.AllowProcesses !== undefined){
const _errs281 = errors;
if(typeof data121.AllowProcesses !== "boolean"){
return false;
}
var valid31 = _errs281 === errors;
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
var valid0 = _errs272 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Connectors !== undefined){
let data126 = data.Connectors;
const _errs283 = errors;
if(errors === _errs283){
if(data126 && typeof data126 == "object" && !Array.isArray(data126)){
const _errs285 = errors;
for(const key26 in data126){
if(!((key26 === "Sql") || (key26 === "Packages"))){
return false;
break;
}
}
if(_errs285 === errors){
if(data126.Sql !== undefined){
let data127 = data126.Sql;
const _errs286 = errors;
if(errors === _errs286){
if(data127 && typeof data127 == "object" && !Array.isArray(data127)){
const _errs288 = errors;
for(const key27 in data127){
if(!((key27 === "Directory") || (key27 === "AllowAnyFile"))){
return false;
break;
}
}
if(_errs288 === errors){
if(data127.Directory !== undefined){
let data128 = data127.Directory;
const _errs289 = errors;
if(errors === _errs289){
if(typeof data128 === "string"){
if(func2(data128) < 1){
return false;
}
}
else {
return false;
}
}
var valid33 = _errs289 === errors;
}
else {
var valid33 = true;
}
if(valid33){
if(data127.AllowAnyFile !== undefined){
const _errs291 = errors;
if(typeof data127.AllowAnyFile !== "boolean"){
return false;
}
var valid33 = _errs291 === errors;
}
else {
var valid33 = true;
}
}
}
}
else {
return false;
}
}
var valid32 = _errs286 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data126.Packages !== undefined){
let data130 = data126.Packages;
const _errs293 = errors;
if(errors === _errs293){
if(Array.isArray(data130)){
var valid34 = true;
const len5 = data130.length;
for(let i5=0; i5<len5; i5++){
let data131 = data130[i5];
const _errs295 = errors;
if(errors === _errs295){
if(typeof data131 === "string"){
if(func2(data131) < 1){
return false;
}
}
else {
return false;
}
}
var valid34 = _errs295 === errors;
if(!valid34){
break;
}
}
}
else {
return false;
}
}
var valid32 = _errs293 === errors;
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
var valid0 = _errs283 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Backups !== undefined){
let data132 = data.Backups;
const _errs297 = errors;
if(errors === _errs297){
if(data132 && typeof data132 == "object" && !Array.isArray(data132)){
const _errs299 = errors;
for(const key28 in data132){
if(!((((((key28 === "Schedule") || (key28 === "Categories")) || (key28 === "Keep")) || (key28 === "KeepDays")) || (key28 === "Directory")) || (key28 === "LargestUpload"))){
return false;
break;
}
}
if(_errs299 === errors){
if(data132.Schedule !== undefined){
let data133 = data132.Schedule;
const _errs300 = errors;
if(errors === _errs300){
if(typeof data133 === "string"){
if(func2(data133) > 200){
return false;
}
else {
if(func2(data133) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid35 = _errs300 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data132.Categories !== undefined){
let data134 = data132.Categories;
const _errs302 = errors;
if(errors === _errs302){
if(Array.isArray(data134)){
if(data134.length < 1){
return false;
}
else {
var valid36 = true;
const len6 = data134.length;
for(let i6=0; i6<len6; i6++){
let data135 = data134[i6];
const _errs304 = errors;
if(typeof data135 !== "string"){
return false;
}
if(!((((((((data135 === "flows") || (data135 === "environments")) || (data135 === "connections")) || (data135 === "config")) || (data135 === "secrets")) || (data135 === "users")) || (data135 === "runs")) || (data135 === "settings"))){
return false;
}
var valid36 = _errs304 === errors;
if(!valid36){
break;
}
}
if(valid36){
let i7 = data134.length;
let j0;
if(i7 > 1){
const indices0 = {};
for(;i7--;){
let item0 = data134[i7];
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
var valid35 = _errs302 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data132.Keep !== undefined){
let data136 = data132.Keep;
const _errs306 = errors;
if(!((typeof data136 == "number") && (!(data136 % 1) && !isNaN(data136)))){
return false;
}
if(errors === _errs306){
if(typeof data136 == "number"){
if(data136 > 10000 || isNaN(data136)){
return false;
}
else {
if(data136 < 1 || isNaN(data136)){
return false;
}
}
}
}
var valid35 = _errs306 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data132.KeepDays !== undefined){
let data137 = data132.KeepDays;
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
var valid35 = _errs308 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data132.Directory !== undefined){
let data138 = data132.Directory;
const _errs310 = errors;
if(errors === _errs310){
if(typeof data138 === "string"){
if(func2(data138) < 1){
return false;
}
}
else {
return false;
}
}
var valid35 = _errs310 === errors;
}
else {
var valid35 = true;
}
if(valid35){
if(data132.LargestUpload !== undefined){
let data139 = data132.LargestUpload;
const _errs312 = errors;
if(!((typeof data139 == "number") && (!(data139 % 1) && !isNaN(data139)))){
return false;
}
if(errors === _errs312){
if(typeof data139 == "number"){
if(data139 > 1099511627776 || isNaN(data139)){
return false;
}
else {
if(data139 < 1048576 || isNaN(data139)){
return false;
}
}
}
}
var valid35 = _errs312 === errors;
}
else {
var valid35 = true;
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
var valid0 = _errs297 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Retention !== undefined){
let data140 = data.Retention;
const _errs314 = errors;
if(errors === _errs314){
if(data140 && typeof data140 == "object" && !Array.isArray(data140)){
const _errs316 = errors;
for(const key29 in data140){
if(!(func1.call(schema19.properties.Retention.properties, key29))){
return false;
break;
}
}
if(_errs316 === errors){
if(data140.CompletedRuns !== undefined){
let data141 = data140.CompletedRuns;
const _errs317 = errors;
if(!((typeof data141 == "number") && (!(data141 % 1) && !isNaN(data141)))){
return false;
}
if(errors === _errs317){
if(typeof data141 == "number"){
if(data141 > 36500 || isNaN(data141)){
return false;
}
else {
if(data141 < 1 || isNaN(data141)){
return false;
}
}
}
}
var valid38 = _errs317 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data140.FaultedRuns !== undefined){
let data142 = data140.FaultedRuns;
const _errs319 = errors;
if(!((typeof data142 == "number") && (!(data142 % 1) && !isNaN(data142)))){
return false;
}
if(errors === _errs319){
if(typeof data142 == "number"){
if(data142 > 36500 || isNaN(data142)){
return false;
}
else {
if(data142 < 1 || isNaN(data142)){
return false;
}
}
}
}
var valid38 = _errs319 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data140.Events !== undefined){
let data143 = data140.Events;
const _errs321 = errors;
if(!((typeof data143 == "number") && (!(data143 % 1) && !isNaN(data143)))){
return false;
}
if(errors === _errs321){
if(typeof data143 == "number"){
if(data143 > 36500 || isNaN(data143)){
return false;
}
else {
if(data143 < 1 || isNaN(data143)){
return false;
}
}
}
}
var valid38 = _errs321 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data140.Audit !== undefined){
let data144 = data140.Audit;
const _errs323 = errors;
if(!((typeof data144 == "number") && (!(data144 % 1) && !isNaN(data144)))){
return false;
}
if(errors === _errs323){
if(typeof data144 == "number"){
if(data144 > 36500 || isNaN(data144)){
return false;
}
else {
if(data144 < 1 || isNaN(data144)){
return false;
}
}
}
}
var valid38 = _errs323 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data140.Proposals !== undefined){
let data145 = data140.Proposals;
const _errs325 = errors;
if(!((typeof data145 == "number") && (!(data145 % 1) && !isNaN(data145)))){
return false;
}
if(errors === _errs325){
if(typeof data145 == "number"){
if(data145 > 36500 || isNaN(data145)){
return false;
}
else {
if(data145 < 1 || isNaN(data145)){
return false;
}
}
}
}
var valid38 = _errs325 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data140.Deliveries !== undefined){
let data146 = data140.Deliveries;
const _errs327 = errors;
if(!((typeof data146 == "number") && (!(data146 % 1) && !isNaN(data146)))){
return false;
}
if(errors === _errs327){
if(typeof data146 == "number"){
if(data146 > 36500 || isNaN(data146)){
return false;
}
else {
if(data146 < 1 || isNaN(data146)){
return false;
}
}
}
}
var valid38 = _errs327 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data140.ParkedMessages !== undefined){
let data147 = data140.ParkedMessages;
const _errs329 = errors;
if(!((typeof data147 == "number") && (!(data147 % 1) && !isNaN(data147)))){
return false;
}
if(errors === _errs329){
if(typeof data147 == "number"){
if(data147 > 36500 || isNaN(data147)){
return false;
}
else {
if(data147 < 1 || isNaN(data147)){
return false;
}
}
}
}
var valid38 = _errs329 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data140.Occurrences !== undefined){
let data148 = data140.Occurrences;
const _errs331 = errors;
if(!((typeof data148 == "number") && (!(data148 % 1) && !isNaN(data148)))){
return false;
}
if(errors === _errs331){
if(typeof data148 == "number"){
if(data148 > 36500 || isNaN(data148)){
return false;
}
else {
if(data148 < 1 || isNaN(data148)){
return false;
}
}
}
}
var valid38 = _errs331 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data140.Tickets !== undefined){
let data149 = data140.Tickets;
const _errs333 = errors;
if(!((typeof data149 == "number") && (!(data149 % 1) && !isNaN(data149)))){
return false;
}
if(errors === _errs333){
if(typeof data149 == "number"){
if(data149 > 36500 || isNaN(data149)){
return false;
}
else {
if(data149 < 1 || isNaN(data149)){
return false;
}
}
}
}
var valid38 = _errs333 === errors;
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
if(data.Telemetry !== undefined){
let data150 = data.Telemetry;
const _errs335 = errors;
if(errors === _errs335){
if(data150 && typeof data150 == "object" && !Array.isArray(data150)){
const _errs337 = errors;
for(const key30 in data150){
if(!(((((key30 === "LogLevel") || (key30 === "LogFile")) || (key30 === "PublicMetrics")) || (key30 === "OtlpEndpoint")) || (key30 === "OtlpToken"))){
return false;
break;
}
}
if(_errs337 === errors){
if(data150.LogLevel !== undefined){
let data151 = data150.LogLevel;
const _errs338 = errors;
if(typeof data151 !== "string"){
return false;
}
if(!(((((((data151 === "silent") || (data151 === "fatal")) || (data151 === "error")) || (data151 === "warn")) || (data151 === "info")) || (data151 === "debug")) || (data151 === "trace"))){
return false;
}
var valid39 = _errs338 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data150.LogFile !== undefined){
let data152 = data150.LogFile;
const _errs340 = errors;
if(errors === _errs340){
if(typeof data152 === "string"){
if(func2(data152) < 1){
return false;
}
}
else {
return false;
}
}
var valid39 = _errs340 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data150.PublicMetrics !== undefined){
const _errs342 = errors;
if(typeof data150.PublicMetrics !== "boolean"){
return false;
}
var valid39 = _errs342 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data150.OtlpEndpoint !== undefined){
let data154 = data150.OtlpEndpoint;
const _errs344 = errors;
if(errors === _errs344){
if(typeof data154 === "string"){
if(!pattern24.test(data154)){
return false;
}
}
else {
return false;
}
}
var valid39 = _errs344 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data150.OtlpToken !== undefined){
let data155 = data150.OtlpToken;
const _errs346 = errors;
if(errors === _errs346){
if(typeof data155 === "string"){
if(func2(data155) < 1){
return false;
}
}
else {
return false;
}
}
var valid39 = _errs346 === errors;
}
else {
var valid39 = true;
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
var valid0 = _errs335 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Support !== undefined){
let data156 = data.Support;
const _errs348 = errors;
if(errors === _errs348){
if(data156 && typeof data156 == "object" && !Array.isArray(data156)){
const _errs350 = errors;
for(const key31 in data156){
if(!(key31 === "Url")){
return false;
break;
}
}
if(_errs350 === errors){
if(data156.Url !== undefined){
let data157 = data156.Url;
const _errs351 = errors;
if(errors === _errs351){
if(typeof data157 === "string"){
if(!pattern24.test(data157)){
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
var valid0 = _errs348 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Events !== undefined){
let data158 = data.Events;
const _errs353 = errors;
if(errors === _errs353){
if(data158 && typeof data158 == "object" && !Array.isArray(data158)){
const _errs355 = errors;
for(const key32 in data158){
if(!(key32 === "Webhooks")){
return false;
break;
}
}
if(_errs355 === errors){
if(data158.Webhooks !== undefined){
let data159 = data158.Webhooks;
const _errs356 = errors;
if(errors === _errs356){
if(Array.isArray(data159)){
var valid42 = true;
const len7 = data159.length;
for(let i8=0; i8<len7; i8++){
let data160 = data159[i8];
const _errs358 = errors;
if(errors === _errs358){
if(data160 && typeof data160 == "object" && !Array.isArray(data160)){
let missing6;
if(((data160.Url === undefined) && (missing6 = "Url")) || ((data160.Secret === undefined) && (missing6 = "Secret"))){
return false;
}
else {
const _errs360 = errors;
for(const key33 in data160){
if(!(((key33 === "Url") || (key33 === "Secret")) || (key33 === "Types"))){
return false;
break;
}
}
if(_errs360 === errors){
if(data160.Url !== undefined){
let data161 = data160.Url;
const _errs361 = errors;
if(errors === _errs361){
if(typeof data161 === "string"){
if(!pattern24.test(data161)){
return false;
}
}
else {
return false;
}
}
var valid43 = _errs361 === errors;
}
else {
var valid43 = true;
}
if(valid43){
if(data160.Secret !== undefined){
let data162 = data160.Secret;
const _errs363 = errors;
if(errors === _errs363){
if(typeof data162 === "string"){
if(func2(data162) < 8){
return false;
}
}
else {
return false;
}
}
var valid43 = _errs363 === errors;
}
else {
var valid43 = true;
}
if(valid43){
if(data160.Types !== undefined){
let data163 = data160.Types;
const _errs365 = errors;
if(errors === _errs365){
if(Array.isArray(data163)){
if(data163.length < 1){
return false;
}
else {
var valid44 = true;
const len8 = data163.length;
for(let i9=0; i9<len8; i9++){
let data164 = data163[i9];
const _errs367 = errors;
if(errors === _errs367){
if(typeof data164 === "string"){
if(!pattern27.test(data164)){
return false;
}
}
else {
return false;
}
}
var valid44 = _errs367 === errors;
if(!valid44){
break;
}
}
}
}
else {
return false;
}
}
var valid43 = _errs365 === errors;
}
else {
var valid43 = true;
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
var valid42 = _errs358 === errors;
if(!valid42){
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
var valid0 = _errs353 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.DataDirectory !== undefined){
let data165 = data.DataDirectory;
const _errs369 = errors;
if(errors === _errs369){
if(typeof data165 === "string"){
if(func2(data165) < 1){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs369 === errors;
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

