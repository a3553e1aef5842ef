// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"settings.json","type":"object","additionalProperties":false,"properties":{"Server":{"type":"object","additionalProperties":false,"default":{},"properties":{"Host":{"type":"string","minLength":1,"default":"127.0.0.1"},"Port":{"type":"integer","minimum":0,"maximum":65535,"default":7420},"BaseUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"},"BasePath":{"type":"string","maxLength":256,"pattern":"^(?!/(?:api|console|favicon|graphql|healthz|manual|mcp|metrics|readyz|schemas)(?:[./]|$))(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$"},"NodeUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"},"Tls":{"type":"object","additionalProperties":false,"required":["Certificate","Key"],"properties":{"Certificate":{"type":"string","minLength":1},"Key":{"type":"string","minLength":1},"MinVersion":{"type":"string","enum":["TLSv1.2","TLSv1.3"],"default":"TLSv1.2"}}},"TrustedProxies":{"type":"array","items":{"type":"string","pattern":"^[0-9a-fA-F.:]+(/[0-9]{1,3})?$"},"default":[]}}},"Git":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":true},"Remote":{"type":"string","minLength":1},"Branch":{"type":"string","minLength":1},"Path":{"type":"string","maxLength":1024,"pattern":"^(?!(?:.*/)?node_modules(?:/|$))[^./\\\\:\\s][^/\\\\]*(?:/[^./\\\\][^/\\\\]*)*$"},"PollInterval":{"type":"integer","minimum":1,"maximum":86400,"default":30},"Timeout":{"type":"integer","minimum":1,"maximum":3600,"default":30},"CaFile":{"type":"string","minLength":1},"Credentials":{"type":"object","additionalProperties":false,"default":{},"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Username":{"type":"string","minLength":1},"Token":{"type":"string","minLength":1,"x-secret":true},"KeyFile":{"type":"string","minLength":1},"KnownHostsFile":{"type":"string","minLength":1}}},"WebhookSecrets":{"type":"array","items":{"anyOf":[{"type":"string","pattern":"\\S","x-secret":true},{"type":"object","additionalProperties":false,"required":["Secret"],"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Key":{"type":"string","minLength":1}}}]},"default":[]},"Forge":{"type":"object","additionalProperties":false,"default":{},"properties":{"Type":{"type":"string","enum":["github","gitea"]},"Url":{"type":"string","pattern":"^https?://[^\\s@]+$"},"Repository":{"type":"string","pattern":"^[^/\\s]+/[^/\\s]+$"},"Token":{"type":"string","minLength":1,"x-secret":true},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"StatusUrl":{"type":"string","pattern":"^https?://[^\\s@]*\\{sha\\}"},"ApplyPolicy":{"type":"string","enum":["entity","commit"],"default":"entity"},"PruneLimit":{"type":"integer","minimum":0,"maximum":100,"default":50},"ProtectedBranches":{"type":"array","items":{"type":"string","minLength":1}},"ActiveBranches":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"Directory":{"type":"string","minLength":1}}},"LocalOverlay":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":false},"Directory":{"type":"string","minLength":1}}},"Database":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^postgres(ql)?://","x-secret":true}}},"Secrets":{"type":"object","additionalProperties":false,"default":{},"properties":{"MasterKey":{"type":"string","minLength":1,"x-secret":true},"PreviousMasterKey":{"type":"string","minLength":1,"x-secret":true},"MasterKeyFile":{"type":"string","minLength":1},"Providers":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)*$"},"additionalProperties":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"Files":{"type":"object","additionalProperties":false,"required":["Folder"],"properties":{"Folder":{"type":"string","minLength":1}}},"Vault":{"type":"object","additionalProperties":false,"required":["Address","Auth"],"properties":{"Address":{"type":"string","pattern":"^https?://[^\\s@?#]+$"},"Namespace":{"type":"string","minLength":1},"Mount":{"type":"string","minLength":1,"default":"secret"},"Version":{"type":"integer","enum":[1,2],"default":2},"Path":{"type":"string","minLength":1},"CaFile":{"type":"string","minLength":1},"Auth":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"Token":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"File":{"type":"string","minLength":1},"Variable":{"type":"string","minLength":1,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"AppRole":{"type":"object","additionalProperties":false,"required":["RoleId","SecretId"],"properties":{"RoleId":{"type":"string","minLength":1},"SecretId":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"File":{"type":"string","minLength":1},"Variable":{"type":"string","minLength":1,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"Mount":{"type":"string","minLength":1,"default":"approle"}}},"Kubernetes":{"type":"object","additionalProperties":false,"required":["Role"],"properties":{"Role":{"type":"string","minLength":1},"TokenFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/token"},"Mount":{"type":"string","minLength":1,"default":"kubernetes"}}}}},"Timeout":{"type":"integer","minimum":1,"maximum":60,"default":5},"Cache":{"type":"integer","minimum":0,"maximum":3600,"default":30}}},"Kubernetes":{"type":"object","additionalProperties":false,"properties":{"Address":{"type":"string","pattern":"^https?://[^\\s@?#]+$"},"Namespace":{"type":"string","minLength":1,"pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},"TokenFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/token"},"CaFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"},"Timeout":{"type":"integer","minimum":1,"maximum":60,"default":5},"Cache":{"type":"integer","minimum":0,"maximum":3600,"default":30}}}}},"default":{}}}},"Auth":{"type":"object","additionalProperties":false,"default":{},"properties":{"AccessTokenMinutes":{"type":"integer","minimum":1,"maximum":60,"default":15},"SessionDays":{"type":"integer","minimum":1,"maximum":365,"default":30},"Oidc":{"type":"object","required":["Issuer","Audience"],"additionalProperties":false,"properties":{"Issuer":{"type":"string","pattern":"^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))"},"Audience":{"type":"string","minLength":1},"NameClaim":{"type":"string","minLength":1,"default":"sub"},"RoleClaim":{"type":"string","minLength":1,"default":"roles"},"Roles":{"type":"object","additionalProperties":{"type":"string","enum":["viewer","operator","editor","admin"]}},"Clients":{"type":"object","additionalProperties":{"type":"string","enum":["person","service","agent"]}},"DefaultRole":{"type":"string","enum":["viewer","operator","editor","admin"]},"Algorithms":{"type":"array","minItems":1,"items":{"type":"string","enum":["RS256","RS384","RS512","PS256","PS384","PS512","ES256","ES384","ES512","EdDSA"]},"default":["RS256","PS256","ES256","EdDSA"]},"ClockTolerance":{"type":"integer","minimum":0,"maximum":300,"default":30}}}}},"Limits":{"type":"object","additionalProperties":false,"default":{},"properties":{"RequestBody":{"type":"integer","minimum":1024,"maximum":104857600,"default":1048576},"QueryDepth":{"type":"integer","minimum":3,"maximum":50,"default":12},"QueryCost":{"type":"integer","minimum":100,"maximum":1000000,"default":20000},"Subscriptions":{"type":"integer","minimum":1,"maximum":1000,"default":20},"YamlFile":{"type":"integer","minimum":1024,"maximum":16777216,"default":1048576},"YamlDepth":{"type":"integer","minimum":8,"maximum":500,"default":100},"YamlAliases":{"type":"integer","minimum":0,"maximum":10000,"default":100},"FlowInput":{"x-runtime":true,"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"TaskOutput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"RunLog":{"type":"integer","minimum":1024,"maximum":1073741824,"default":10485760},"RunTasks":{"type":"integer","minimum":100,"maximum":10000000,"default":1000000},"RunJournal":{"type":"integer","minimum":65536,"maximum":1073741824,"default":67108864},"File":{"type":"integer","minimum":1024,"maximum":68719476736,"default":2147483648},"FilesPerRun":{"type":"integer","minimum":1,"maximum":100000,"default":1000},"RunNesting":{"type":"integer","minimum":1,"maximum":256,"default":32},"RunChildren":{"type":"integer","minimum":1,"maximum":1000000,"default":10000},"ListPage":{"x-runtime":true,"type":"integer","minimum":1,"maximum":1000,"default":200},"FlowDuration":{"x-runtime":true,"type":"integer","minimum":1,"maximum":31536000,"default":86400},"ConcurrentRuns":{"type":"integer","minimum":1,"maximum":100000,"default":256},"PendingRuns":{"type":"integer","minimum":1,"maximum":10000000,"default":100000},"GitTransfer":{"type":"integer","minimum":1048576,"maximum":4294967296,"default":536870912},"RequestsPerMinute":{"x-runtime":true,"type":"integer","minimum":1,"maximum":10000000,"default":600},"WebhooksPerMinute":{"x-runtime":true,"type":"integer","minimum":1,"maximum":10000000,"default":600},"SignInsPerMinute":{"type":"integer","minimum":1,"maximum":10000,"default":10}}},"Flows":{"type":"object","additionalProperties":false,"default":{},"properties":{"Environment":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},"AllowPrivateNetworks":{"type":"boolean","default":false},"AllowContainers":{"type":"boolean","default":false},"AllowProcesses":{"type":"boolean","default":false}}},"Connectors":{"type":"object","additionalProperties":false,"default":{},"properties":{"Sql":{"type":"object","additionalProperties":false,"default":{},"properties":{"Directory":{"type":"string","minLength":1},"AllowAnyFile":{"type":"boolean","default":false}}},"Packages":{"type":"array","items":{"type":"string","minLength":1},"default":[]}}},"Files":{"type":"object","additionalProperties":false,"default":{},"properties":{"Bucket":{"type":"object","additionalProperties":false,"required":["Name","Secret"],"properties":{"Name":{"type":"string","pattern":"^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$"},"Prefix":{"type":"string","pattern":"^([A-Za-z0-9!_.*'()-]+/)*$","default":"svc/"},"Region":{"type":"string","minLength":1,"default":"us-east-1"},"Endpoint":{"type":"string","pattern":"^https?://[^/?#\\s]+/?$"},"PathStyle":{"type":"boolean","default":false},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}}}},"Backups":{"type":"object","additionalProperties":false,"default":{},"properties":{"Schedule":{"type":"string","minLength":1,"maxLength":200},"Categories":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["flows","environments","connections","config","secrets","users","runs","settings"]}},"Keep":{"type":"integer","minimum":1,"maximum":10000,"default":14},"KeepDays":{"type":"integer","minimum":1,"maximum":36500,"default":90},"Directory":{"type":"string","minLength":1},"LargestUpload":{"type":"integer","minimum":1048576,"maximum":1099511627776,"default":4294967296}}},"Retention":{"type":"object","additionalProperties":false,"default":{},"properties":{"CompletedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":30},"FaultedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Events":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":30},"Audit":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365},"Proposals":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365},"Deliveries":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":7},"ParkedMessages":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Occurrences":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Tickets":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365}}},"Telemetry":{"type":"object","additionalProperties":false,"default":{},"properties":{"LogLevel":{"x-runtime":true,"type":"string","enum":["silent","fatal","error","warn","info","debug","trace"],"default":"info"},"LogFile":{"type":"string","minLength":1},"PublicMetrics":{"type":"boolean","default":false},"OtlpEndpoint":{"type":"string","pattern":"^https?://[^\\s]+$"},"OtlpToken":{"type":"string","minLength":1,"x-secret":true}}},"Support":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"}}},"Events":{"type":"object","additionalProperties":false,"default":{},"properties":{"Webhooks":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["Url","Secret"],"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"},"Secret":{"type":"string","minLength":8,"x-secret":true},"Types":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[\\w.-]*\\*?$"}}}},"default":[]}}},"DataDirectory":{"type":"string","minLength":1,"default":".svc"}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern3 = new RegExp("^https?://[^\\s]*[^\\s/]$", "u");
const pattern4 = new RegExp("^(?!/(?:api|console|favicon|graphql|healthz|manual|mcp|metrics|readyz|schemas)(?:[./]|$))(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$", "u");
const pattern6 = new RegExp("^[0-9a-fA-F.:]+(/[0-9]{1,3})?$", "u");
const pattern7 = new RegExp("^(?!(?:.*/)?node_modules(?:/|$))[^./\\\\:\\s][^/\\\\]*(?:/[^./\\\\][^/\\\\]*)*$", "u");
const pattern8 = new RegExp("^platform/.", "u");
const pattern9 = new RegExp("\\S", "u");
const pattern11 = new RegExp("^https?://[^\\s@]+$", "u");
const pattern12 = new RegExp("^[^/\\s]+/[^/\\s]+$", "u");
const pattern14 = new RegExp("^https?://[^\\s@]*\\{sha\\}", "u");
const pattern15 = new RegExp("^postgres(ql)?://", "u");
const pattern16 = new RegExp("^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)*$", "u");
const pattern17 = new RegExp("^https?://[^\\s@?#]+$", "u");
const pattern18 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");
const pattern23 = new RegExp("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "u");
const pattern24 = new RegExp("^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))", "u");
const pattern25 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const pattern26 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$", "u");
const pattern27 = new RegExp("^([A-Za-z0-9!_.*'()-]+/)*$", "u");
const pattern28 = new RegExp("^https?://[^/?#\\s]+/?$", "u");
const pattern30 = new RegExp("^https?://[^\\s]+$", "u");
const pattern33 = new RegExp("^[\\w.-]*\\*?$", "u");

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
if(!(((((((key1 === "Host") || (key1 === "Port")) || (key1 === "BaseUrl")) || (key1 === "BasePath")) || (key1 === "NodeUrl")) || (key1 === "Tls")) || (key1 === "TrustedProxies"))){
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
if(data0.BasePath !== undefined){
let data4 = data0.BasePath;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(func2(data4) > 256){
return false;
}
else {
if(!pattern4.test(data4)){
return false;
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
if(valid1){
if(data0.NodeUrl !== undefined){
let data5 = data0.NodeUrl;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data5 === "string"){
if(!pattern3.test(data5)){
return false;
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
if(data0.Tls !== undefined){
let data6 = data0.Tls;
const _errs15 = errors;
if(errors === _errs15){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing0;
if(((data6.Certificate === undefined) && (missing0 = "Certificate")) || ((data6.Key === undefined) && (missing0 = "Key"))){
return false;
}
else {
const _errs17 = errors;
for(const key2 in data6){
if(!(((key2 === "Certificate") || (key2 === "Key")) || (key2 === "MinVersion"))){
return false;
break;
}
}
if(_errs17 === errors){
if(data6.Certificate !== undefined){
let data7 = data6.Certificate;
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
if(data6.Key !== undefined){
let data8 = data6.Key;
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
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data6.MinVersion !== undefined){
let data9 = data6.MinVersion;
const _errs22 = errors;
if(typeof data9 !== "string"){
return false;
}
if(!((data9 === "TLSv1.2") || (data9 === "TLSv1.3"))){
return false;
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
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
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.TrustedProxies !== undefined){
let data10 = data0.TrustedProxies;
const _errs24 = errors;
if(errors === _errs24){
if(Array.isArray(data10)){
var valid3 = true;
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
let data11 = data10[i0];
const _errs26 = errors;
if(errors === _errs26){
if(typeof data11 === "string"){
if(!pattern6.test(data11)){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs26 === errors;
if(!valid3){
break;
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
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Git !== undefined){
let data12 = data.Git;
const _errs28 = errors;
if(errors === _errs28){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
const _errs30 = errors;
for(const key3 in data12){
if(!(func1.call(schema19.properties.Git.properties, key3))){
return false;
break;
}
}
if(_errs30 === errors){
if(data12.Enabled !== undefined){
const _errs31 = errors;
if(typeof data12.Enabled !== "boolean"){
return false;
}
var valid4 = _errs31 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.Remote !== undefined){
let data14 = data12.Remote;
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
var valid4 = _errs33 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.Branch !== undefined){
let data15 = data12.Branch;
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
if(data12.Path !== undefined){
let data16 = data12.Path;
const _errs37 = errors;
if(errors === _errs37){
if(typeof data16 === "string"){
if(func2(data16) > 1024){
return false;
}
else {
if(!pattern7.test(data16)){
return false;
}
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
if(data12.PollInterval !== undefined){
let data17 = data12.PollInterval;
const _errs39 = errors;
if(!((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17)))){
return false;
}
if(errors === _errs39){
if(typeof data17 == "number"){
if(data17 > 86400 || isNaN(data17)){
return false;
}
else {
if(data17 < 1 || isNaN(data17)){
return false;
}
}
}
}
var valid4 = _errs39 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.Timeout !== undefined){
let data18 = data12.Timeout;
const _errs41 = errors;
if(!((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18)))){
return false;
}
if(errors === _errs41){
if(typeof data18 == "number"){
if(data18 > 3600 || isNaN(data18)){
return false;
}
else {
if(data18 < 1 || isNaN(data18)){
return false;
}
}
}
}
var valid4 = _errs41 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.CaFile !== undefined){
let data19 = data12.CaFile;
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
if(valid4){
if(data12.Credentials !== undefined){
let data20 = data12.Credentials;
const _errs45 = errors;
if(errors === _errs45){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
const _errs47 = errors;
for(const key4 in data20){
if(!(((((key4 === "Secret") || (key4 === "Username")) || (key4 === "Token")) || (key4 === "KeyFile")) || (key4 === "KnownHostsFile"))){
return false;
break;
}
}
if(_errs47 === errors){
if(data20.Secret !== undefined){
let data21 = data20.Secret;
const _errs48 = errors;
if(errors === _errs48){
if(typeof data21 === "string"){
if(func2(data21) < 1){
return false;
}
else {
if(!pattern8.test(data21)){
return false;
}
}
}
else {
return false;
}
}
var valid5 = _errs48 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data20.Username !== undefined){
let data22 = data20.Username;
const _errs50 = errors;
if(errors === _errs50){
if(typeof data22 === "string"){
if(func2(data22) < 1){
return false;
}
}
else {
return false;
}
}
var valid5 = _errs50 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data20.Token !== undefined){
let data23 = data20.Token;
const _errs52 = errors;
if(errors === _errs52){
if(typeof data23 === "string"){
if(func2(data23) < 1){
return false;
}
}
else {
return false;
}
}
var valid5 = _errs52 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data20.KeyFile !== undefined){
let data24 = data20.KeyFile;
const _errs54 = errors;
if(errors === _errs54){
if(typeof data24 === "string"){
if(func2(data24) < 1){
return false;
}
}
else {
return false;
}
}
var valid5 = _errs54 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data20.KnownHostsFile !== undefined){
let data25 = data20.KnownHostsFile;
const _errs56 = errors;
if(errors === _errs56){
if(typeof data25 === "string"){
if(func2(data25) < 1){
return false;
}
}
else {
return false;
}
}
var valid5 = _errs56 === errors;
}
else {
var valid5 = true;
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
var valid4 = _errs45 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.WebhookSecrets !== undefined){
let data26 = data12.WebhookSecrets;
const _errs58 = errors;
if(errors === _errs58){
if(Array.isArray(data26)){
var valid6 = true;
const len1 = data26.length;
for(let i1=0; i1<len1; i1++){
let data27 = data26[i1];
const _errs60 = errors;
const _errs61 = errors;
let valid7 = false;
const _errs62 = errors;
if(errors === _errs62){
if(typeof data27 === "string"){
if(!pattern9.test(data27)){
errors++;
}
}
else {
errors++;
}
}
var _valid0 = _errs62 === errors;
valid7 = valid7 || _valid0;
if(!valid7){
const _errs64 = errors;
if(errors === _errs64){
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing1;
if((data27.Secret === undefined) && (missing1 = "Secret")){
errors++;
}
else {
const _errs66 = errors;
for(const key5 in data27){
if(!((key5 === "Secret") || (key5 === "Key"))){
errors++;
break;
}
}
if(_errs66 === errors){
if(data27.Secret !== undefined){
let data28 = data27.Secret;
const _errs67 = errors;
if(errors === _errs67){
if(typeof data28 === "string"){
if(func2(data28) < 1){
errors++;
}
else {
if(!pattern8.test(data28)){
errors++;
}
}
}
else {
errors++;
}
}
var valid8 = _errs67 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data27.Key !== undefined){
let data29 = data27.Key;
const _errs69 = errors;
if(errors === _errs69){
if(typeof data29 === "string"){
if(func2(data29) < 1){
errors++;
}
}
else {
errors++;
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
else {
errors++;
}
}
var _valid0 = _errs64 === errors;
valid7 = valid7 || _valid0;
}
if(!valid7){
errors++;
return false;
}
else {
errors = _errs61;
}
var valid6 = _errs60 === errors;
if(!valid6){
break;
}
}
}
else {
return false;
}
}
var valid4 = _errs58 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.Forge !== undefined){
let data30 = data12.Forge;
const _errs71 = errors;
if(errors === _errs71){
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
const _errs73 = errors;
for(const key6 in data30){
if(!(((((key6 === "Type") || (key6 === "Url")) || (key6 === "Repository")) || (key6 === "Token")) || (key6 === "Secret"))){
return false;
break;
}
}
if(_errs73 === errors){
if(data30.Type !== undefined){
let data31 = data30.Type;
const _errs74 = errors;
if(typeof data31 !== "string"){
return false;
}
if(!((data31 === "github") || (data31 === "gitea"))){
return false;
}
var valid9 = _errs74 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data30.Url !== undefined){
let data32 = data30.Url;
const _errs76 = errors;
if(errors === _errs76){
if(typeof data32 === "string"){
if(!pattern11.test(data32)){
return false;
}
}
else {
return false;
}
}
var valid9 = _errs76 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data30.Repository !== undefined){
let data33 = data30.Repository;
const _errs78 = errors;
if(errors === _errs78){
if(typeof data33 === "string"){
if(!pattern12.test(data33)){
return false;
}
}
else {
return false;
}
}
var valid9 = _errs78 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data30.Token !== undefined){
let data34 = data30.Token;
const _errs80 = errors;
if(errors === _errs80){
if(typeof data34 === "string"){
if(func2(data34) < 1){
return false;
}
}
else {
return false;
}
}
var valid9 = _errs80 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data30.Secret !== undefined){
let data35 = data30.Secret;
const _errs82 = errors;
if(errors === _errs82){
if(typeof data35 === "string"){
if(func2(data35) < 1){
return false;
}
else {
if(!pattern8.test(data35)){
return false;
}
}
}
else {
return false;
}
}
var valid9 = _errs82 === errors;
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
return false;
}
}
var valid4 = _errs71 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.StatusUrl !== undefined){
let data36 = data12.StatusUrl;
const _errs84 = errors;
if(errors === _errs84){
if(typeof data36 === "string"){
if(!pattern14.test(data36)){
return false;
}
}
else {
return false;
}
}
var valid4 = _errs84 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.ApplyPolicy !== undefined){
let data37 = data12.ApplyPolicy;
const _errs86 = errors;
if(typeof data37 !== "string"){
return false;
}
if(!((data37 === "entity") || (data37 === "commit"))){
return false;
}
var valid4 = _errs86 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.PruneLimit !== undefined){
let data38 = data12.PruneLimit;
const _errs88 = errors;
if(!((typeof data38 == "number") && (!(data38 % 1) && !isNaN(data38)))){
return false;
}
if(errors === _errs88){
if(typeof data38 == "number"){
if(data38 > 100 || isNaN(data38)){
return false;
}
else {
if(data38 < 0 || isNaN(data38)){
return false;
}
}
}
}
var valid4 = _errs88 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.ProtectedBranches !== undefined){
let data39 = data12.ProtectedBranches;
const _errs90 = errors;
if(errors === _errs90){
if(Array.isArray(data39)){
var valid10 = true;
const len2 = data39.length;
for(let i2=0; i2<len2; i2++){
let data40 = data39[i2];
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
var valid10 = _errs92 === errors;
if(!valid10){
break;
}
}
}
else {
return false;
}
}
var valid4 = _errs90 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.ActiveBranches !== undefined){
let data41 = data12.ActiveBranches;
const _errs94 = errors;
if(errors === _errs94){
if(Array.isArray(data41)){
var valid11 = true;
const len3 = data41.length;
for(let i3=0; i3<len3; i3++){
let data42 = data41[i3];
const _errs96 = errors;
if(errors === _errs96){
if(typeof data42 === "string"){
if(func2(data42) < 1){
return false;
}
}
else {
return false;
}
}
var valid11 = _errs96 === errors;
if(!valid11){
break;
}
}
}
else {
return false;
}
}
var valid4 = _errs94 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.Directory !== undefined){
let data43 = data12.Directory;
const _errs98 = errors;
if(errors === _errs98){
if(typeof data43 === "string"){
if(func2(data43) < 1){
return false;
}
}
else {
return false;
}
}
var valid4 = _errs98 === errors;
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
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.LocalOverlay !== undefined){
let data44 = data.LocalOverlay;
const _errs100 = errors;
if(errors === _errs100){
if(data44 && typeof data44 == "object" && !Array.isArray(data44)){
const _errs102 = errors;
for(const key7 in data44){
if(!((key7 === "Enabled") || (key7 === "Directory"))){
return false;
break;
}
}
if(_errs102 === errors){
if(data44.Enabled !== undefined){
const _errs103 = errors;
if(typeof data44.Enabled !== "boolean"){
return false;
}
var valid12 = _errs103 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data44.Directory !== undefined){
let data46 = data44.Directory;
const _errs105 = errors;
if(errors === _errs105){
if(typeof data46 === "string"){
if(func2(data46) < 1){
return false;
}
}
else {
return false;
}
}
var valid12 = _errs105 === errors;
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
var valid0 = _errs100 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Database !== undefined){
let data47 = data.Database;
const _errs107 = errors;
if(errors === _errs107){
if(data47 && typeof data47 == "object" && !Array.isArray(data47)){
const _errs109 = errors;
for(const key8 in data47){
if(!(key8 === "Url")){
return false;
break;
}
}
if(_errs109 === errors){
if(data47.Url !== undefined){
let data48 = data47.Url;
const _errs110 = errors;
if(errors === _errs110){
if(typeof data48 === "string"){
if(!pattern15.test(data48)){
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
var valid0 = _errs107 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Secrets !== undefined){
let data49 = data.Secrets;
const _errs112 = errors;
if(errors === _errs112){
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
const _errs114 = errors;
for(const key9 in data49){
if(!((((key9 === "MasterKey") || (key9 === "PreviousMasterKey")) || (key9 === "MasterKeyFile")) || (key9 === "Providers"))){
return false;
break;
}
}
if(_errs114 === errors){
if(data49.MasterKey !== undefined){
let data50 = data49.MasterKey;
const _errs115 = errors;
if(errors === _errs115){
if(typeof data50 === "string"){
if(func2(data50) < 1){
return false;
}
}
else {
return false;
}
}
var valid14 = _errs115 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data49.PreviousMasterKey !== undefined){
let data51 = data49.PreviousMasterKey;
const _errs117 = errors;
if(errors === _errs117){
if(typeof data51 === "string"){
if(func2(data51) < 1){
return false;
}
}
else {
return false;
}
}
var valid14 = _errs117 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data49.MasterKeyFile !== undefined){
let data52 = data49.MasterKeyFile;
const _errs119 = errors;
if(errors === _errs119){
if(typeof data52 === "string"){
if(func2(data52) < 1){
return false;
}
}
else {
return false;
}
}
var valid14 = _errs119 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data49.Providers !== undefined){
let data53 = data49.Providers;
const _errs121 = errors;
if(errors === _errs121){
if(data53 && typeof data53 == "object" && !Array.isArray(data53)){
for(const key10 in data53){
const _errs123 = errors;
if(typeof key10 === "string"){
if(!pattern16.test(key10)){
errors++;
}
}
var valid15 = _errs123 === errors;
if(!valid15){
errors++;
return false;
break;
}
}
if(valid15){
for(const key11 in data53){
let data54 = data53[key11];
const _errs125 = errors;
if(errors === _errs125){
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
if(Object.keys(data54).length > 1){
return false;
}
else {
if(Object.keys(data54).length < 1){
return false;
}
else {
const _errs127 = errors;
for(const key12 in data54){
if(!(((key12 === "Files") || (key12 === "Vault")) || (key12 === "Kubernetes"))){
return false;
break;
}
}
if(_errs127 === errors){
if(data54.Files !== undefined){
let data55 = data54.Files;
const _errs128 = errors;
if(errors === _errs128){
if(data55 && typeof data55 == "object" && !Array.isArray(data55)){
let missing2;
if((data55.Folder === undefined) && (missing2 = "Folder")){
return false;
}
else {
const _errs130 = errors;
for(const key13 in data55){
if(!(key13 === "Folder")){
return false;
break;
}
}
if(_errs130 === errors){
if(data55.Folder !== undefined){
let data56 = data55.Folder;
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
}
}
}
}
else {
return false;
}
}
var valid17 = _errs128 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data54.Vault !== undefined){
let data57 = data54.Vault;
const _errs133 = errors;
if(errors === _errs133){
if(data57 && typeof data57 == "object" && !Array.isArray(data57)){
let missing3;
if(((data57.Address === undefined) && (missing3 = "Address")) || ((data57.Auth === undefined) && (missing3 = "Auth"))){
return false;
}
else {
const _errs135 = errors;
for(const key14 in data57){
if(!(func1.call(schema19.properties.Secrets.properties.Providers.additionalProperties.properties.Vault.properties, key14))){
return false;
break;
}
}
if(_errs135 === errors){
if(data57.Address !== undefined){
let data58 = data57.Address;
const _errs136 = errors;
if(errors === _errs136){
if(typeof data58 === "string"){
if(!pattern17.test(data58)){
return false;
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
if(data57.Namespace !== undefined){
let data59 = data57.Namespace;
const _errs138 = errors;
if(errors === _errs138){
if(typeof data59 === "string"){
if(func2(data59) < 1){
return false;
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
if(data57.Mount !== undefined){
let data60 = data57.Mount;
const _errs140 = errors;
if(errors === _errs140){
if(typeof data60 === "string"){
if(func2(data60) < 1){
return false;
}
}
else {
return false;
}
}
var valid19 = _errs140 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data57.Version !== undefined){
let data61 = data57.Version;
const _errs142 = errors;
if(!((typeof data61 == "number") && (!(data61 % 1) && !isNaN(data61)))){
return false;
}
if(!((data61 === 1) || (data61 === 2))){
return false;
}
var valid19 = _errs142 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data57.Path !== undefined){
let data62 = data57.Path;
const _errs144 = errors;
if(errors === _errs144){
if(typeof data62 === "string"){
if(func2(data62) < 1){
return false;
}
}
else {
return false;
}
}
var valid19 = _errs144 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data57.CaFile !== undefined){
let data63 = data57.CaFile;
const _errs146 = errors;
if(errors === _errs146){
if(typeof data63 === "string"){
if(func2(data63) < 1){
return false;
}
}
else {
return false;
}
}
var valid19 = _errs146 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data57.Auth !== undefined){
let data64 = data57.Auth;
const _errs148 = errors;
if(errors === _errs148){
if(data64 && typeof data64 == "object" && !Array.isArray(data64)){
if(Object.keys(data64).length > 1){
return false;
}
else {
if(Object.keys(data64).length < 1){
return false;
}
else {
const _errs150 = errors;
for(const key15 in data64){
if(!(((key15 === "Token") || (key15 === "AppRole")) || (key15 === "Kubernetes"))){
return false;
break;
}
}
if(_errs150 === errors){
if(data64.Token !== undefined){
let data65 = data64.Token;
const _errs151 = errors;
if(errors === _errs151){
if(data65 && typeof data65 == "object" && !Array.isArray(data65)){
if(Object.keys(data65).length > 1){
return false;
}
else {
if(Object.keys(data65).length < 1){
return false;
}
else {
const _errs153 = errors;
for(const key16 in data65){
if(!(((key16 === "File") || (key16 === "Variable")) || (key16 === "Secret"))){
return false;
break;
}
}
if(_errs153 === errors){
if(data65.File !== undefined){
let data66 = data65.File;
const _errs154 = errors;
if(errors === _errs154){
if(typeof data66 === "string"){
if(func2(data66) < 1){
return false;
}
}
else {
return false;
}
}
var valid21 = _errs154 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data65.Variable !== undefined){
let data67 = data65.Variable;
const _errs156 = errors;
if(errors === _errs156){
if(typeof data67 === "string"){
if(func2(data67) < 1){
return false;
}
else {
if(!pattern18.test(data67)){
return false;
}
}
}
else {
return false;
}
}
var valid21 = _errs156 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data65.Secret !== undefined){
let data68 = data65.Secret;
const _errs158 = errors;
if(errors === _errs158){
if(typeof data68 === "string"){
if(func2(data68) < 1){
return false;
}
else {
if(!pattern8.test(data68)){
return false;
}
}
}
else {
return false;
}
}
var valid21 = _errs158 === errors;
}
else {
var valid21 = true;
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
var valid20 = _errs151 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data64.AppRole !== undefined){
let data69 = data64.AppRole;
const _errs160 = errors;
if(errors === _errs160){
if(data69 && typeof data69 == "object" && !Array.isArray(data69)){
let missing4;
if(((data69.RoleId === undefined) && (missing4 = "RoleId")) || ((data69.SecretId === undefined) && (missing4 = "SecretId"))){
return false;
}
else {
const _errs162 = errors;
for(const key17 in data69){
if(!(((key17 === "RoleId") || (key17 === "SecretId")) || (key17 === "Mount"))){
return false;
break;
}
}
if(_errs162 === errors){
if(data69.RoleId !== undefined){
let data70 = data69.RoleId;
const _errs163 = errors;
if(errors === _errs163){
if(typeof data70 === "string"){
if(func2(data70) < 1){
return false;
}
}
else {
return false;
}
}
var valid22 = _errs163 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data69.SecretId !== undefined){
let data71 = data69.SecretId;
const _errs165 = errors;
if(errors === _errs165){
if(data71 && typeof data71 == "object" && !Array.isArray(data71)){
if(Object.keys(data71).length > 1){
return false;
}
else {
if(Object.keys(data71).length < 1){
return false;
}
else {
const _errs167 = errors;
for(const key18 in data71){
if(!(((key18 === "File") || (key18 === "Variable")) || (key18 === "Secret"))){
return false;
break;
}
}
if(_errs167 === errors){
if(data71.File !== undefined){
let data72 = data71.File;
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
if(data71.Variable !== undefined){
let data73 = data71.Variable;
const _errs170 = errors;
if(errors === _errs170){
if(typeof data73 === "string"){
if(func2(data73) < 1){
return false;
}
else {
if(!pattern18.test(data73)){
return false;
}
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
if(valid23){
if(data71.Secret !== undefined){
let data74 = data71.Secret;
const _errs172 = errors;
if(errors === _errs172){
if(typeof data74 === "string"){
if(func2(data74) < 1){
return false;
}
else {
if(!pattern8.test(data74)){
return false;
}
}
}
else {
return false;
}
}
var valid23 = _errs172 === errors;
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
else {
return false;
}
}
var valid22 = _errs165 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data69.Mount !== undefined){
let data75 = data69.Mount;
const _errs174 = errors;
if(errors === _errs174){
if(typeof data75 === "string"){
if(func2(data75) < 1){
return false;
}
}
else {
return false;
}
}
var valid22 = _errs174 === errors;
}
else {
var valid22 = true;
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
var valid20 = _errs160 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data64.Kubernetes !== undefined){
let data76 = data64.Kubernetes;
const _errs176 = errors;
if(errors === _errs176){
if(data76 && typeof data76 == "object" && !Array.isArray(data76)){
let missing5;
if((data76.Role === undefined) && (missing5 = "Role")){
return false;
}
else {
const _errs178 = errors;
for(const key19 in data76){
if(!(((key19 === "Role") || (key19 === "TokenFile")) || (key19 === "Mount"))){
return false;
break;
}
}
if(_errs178 === errors){
if(data76.Role !== undefined){
let data77 = data76.Role;
const _errs179 = errors;
if(errors === _errs179){
if(typeof data77 === "string"){
if(func2(data77) < 1){
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
if(data76.TokenFile !== undefined){
let data78 = data76.TokenFile;
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
if(data76.Mount !== undefined){
let data79 = data76.Mount;
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
}
}
}
}
}
else {
return false;
}
}
var valid20 = _errs176 === errors;
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
var valid19 = _errs148 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data57.Timeout !== undefined){
let data80 = data57.Timeout;
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
var valid19 = _errs185 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data57.Cache !== undefined){
let data81 = data57.Cache;
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
var valid19 = _errs187 === errors;
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
}
}
}
}
}
else {
return false;
}
}
var valid17 = _errs133 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data54.Kubernetes !== undefined){
let data82 = data54.Kubernetes;
const _errs189 = errors;
if(errors === _errs189){
if(data82 && typeof data82 == "object" && !Array.isArray(data82)){
const _errs191 = errors;
for(const key20 in data82){
if(!((((((key20 === "Address") || (key20 === "Namespace")) || (key20 === "TokenFile")) || (key20 === "CaFile")) || (key20 === "Timeout")) || (key20 === "Cache"))){
return false;
break;
}
}
if(_errs191 === errors){
if(data82.Address !== undefined){
let data83 = data82.Address;
const _errs192 = errors;
if(errors === _errs192){
if(typeof data83 === "string"){
if(!pattern17.test(data83)){
return false;
}
}
else {
return false;
}
}
var valid25 = _errs192 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data82.Namespace !== undefined){
let data84 = data82.Namespace;
const _errs194 = errors;
if(errors === _errs194){
if(typeof data84 === "string"){
if(func2(data84) < 1){
return false;
}
else {
if(!pattern23.test(data84)){
return false;
}
}
}
else {
return false;
}
}
var valid25 = _errs194 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data82.TokenFile !== undefined){
let data85 = data82.TokenFile;
const _errs196 = errors;
if(errors === _errs196){
if(typeof data85 === "string"){
if(func2(data85) < 1){
return false;
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
if(valid25){
if(data82.CaFile !== undefined){
let data86 = data82.CaFile;
const _errs198 = errors;
if(errors === _errs198){
if(typeof data86 === "string"){
if(func2(data86) < 1){
return false;
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
if(valid25){
if(data82.Timeout !== undefined){
let data87 = data82.Timeout;
const _errs200 = errors;
if(!((typeof data87 == "number") && (!(data87 % 1) && !isNaN(data87)))){
return false;
}
if(errors === _errs200){
if(typeof data87 == "number"){
if(data87 > 60 || isNaN(data87)){
return false;
}
else {
if(data87 < 1 || isNaN(data87)){
return false;
}
}
}
}
var valid25 = _errs200 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data82.Cache !== undefined){
let data88 = data82.Cache;
const _errs202 = errors;
if(!((typeof data88 == "number") && (!(data88 % 1) && !isNaN(data88)))){
return false;
}
if(errors === _errs202){
if(typeof data88 == "number"){
if(data88 > 3600 || isNaN(data88)){
return false;
}
else {
if(data88 < 0 || isNaN(data88)){
return false;
}
}
}
}
var valid25 = _errs202 === errors;
}
else {
var valid25 = true;
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
var valid17 = _errs189 === errors;
}
else {
var valid17 = true;
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
var valid16 = _errs125 === errors;
if(!valid16){
break;
}
}
}
}
else {
return false;
}
}
var valid14 = _errs121 === errors;
}
else {
var valid14 = true;
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
var valid0 = _errs112 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Auth !== undefined){
let data89 = data.Auth;
const _errs204 = errors;
if(errors === _errs204){
if(data89 && typeof data89 == "object" && !Array.isArray(data89)){
const _errs206 = errors;
for(const key21 in data89){
if(!(((key21 === "AccessTokenMinutes") || (key21 === "SessionDays")) || (key21 === "Oidc"))){
return false;
break;
}
}
if(_errs206 === errors){
if(data89.AccessTokenMinutes !== undefined){
let data90 = data89.AccessTokenMinutes;
const _errs207 = errors;
if(!((typeof data90 == "number") && (!(data90 % 1) && !isNaN(data90)))){
return false;
}
if(errors === _errs207){
if(typeof data90 == "number"){
if(data90 > 60 || isNaN(data90)){
return false;
}
else {
if(data90 < 1 || isNaN(data90)){
return false;
}
}
}
}
var valid26 = _errs207 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data89.SessionDays !== undefined){
let data91 = data89.SessionDays;
const _errs209 = errors;
if(!((typeof data91 == "number") && (!(data91 % 1) && !isNaN(data91)))){
return false;
}
if(errors === _errs209){
if(typeof data91 == "number"){
if(data91 > 365 || isNaN(data91)){
return false;
}
else {
if(data91 < 1 || isNaN(data91)){
return false;
}
}
}
}
var valid26 = _errs209 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data89.Oidc !== undefined){
let data92 = data89.Oidc;
const _errs211 = errors;
if(errors === _errs211){
if(data92 && typeof data92 == "object" && !Array.isArray(data92)){
let missing6;
if(((data92.Issuer === undefined) && (missing6 = "Issuer")) || ((data92.Audience === undefined) && (missing6 = "Audience"))){
return false;
}
else {
const _errs213 = errors;
for(const key22 in data92){
if(!(func1.call(schema19.properties.Auth.properties.Oidc.properties, key22))){
return false;
break;
}
}
if(_errs213 === errors){
if(data92.Issuer !== undefined){
let data93 = data92.Issuer;
const _errs214 = errors;
if(errors === _errs214){
if(typeof data93 === "string"){
if(!pattern24.test(data93)){
return false;
}
}
else {
return false;
}
}
var valid27 = _errs214 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data92.Audience !== undefined){
let data94 = data92.Audience;
const _errs216 = errors;
if(errors === _errs216){
if(typeof data94 === "string"){
if(func2(data94) < 1){
return false;
}
}
else {
return false;
}
}
var valid27 = _errs216 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data92.NameClaim !== undefined){
let data95 = data92.NameClaim;
const _errs218 = errors;
if(errors === _errs218){
if(typeof data95 === "string"){
if(func2(data95) < 1){
return false;
}
}
else {
return false;
}
}
var valid27 = _errs218 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data92.RoleClaim !== undefined){
let data96 = data92.RoleClaim;
const _errs220 = errors;
if(errors === _errs220){
if(typeof data96 === "string"){
if(func2(data96) < 1){
return false;
}
}
else {
return false;
}
}
var valid27 = _errs220 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data92.Roles !== undefined){
let data97 = data92.Roles;
const _errs222 = errors;
if(errors === _errs222){
if(data97 && typeof data97 == "object" && !Array.isArray(data97)){
for(const key23 in data97){
let data98 = data97[key23];
const _errs225 = errors;
if(typeof data98 !== "string"){
return false;
}
if(!((((data98 === "viewer") || (data98 === "operator")) || (data98 === "editor")) || (data98 === "admin"))){
return false;
}
var valid28 = _errs225 === errors;
if(!valid28){
break;
}
}
}
else {
return false;
}
}
var valid27 = _errs222 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data92.Clients !== undefined){
let data99 = data92.Clients;
const _errs227 = errors;
if(errors === _errs227){
if(data99 && typeof data99 == "object" && !Array.isArray(data99)){
for(const key24 in data99){
let data100 = data99[key24];
const _errs230 = errors;
if(typeof data100 !== "string"){
return false;
}
if(!(((data100 === "person") || (data100 === "service")) || (data100 === "agent"))){
return false;
}
var valid29 = _errs230 === errors;
if(!valid29){
break;
}
}
}
else {
return false;
}
}
var valid27 = _errs227 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data92.DefaultRole !== undefined){
let data101 = data92.DefaultRole;
const _errs232 = errors;
if(typeof data101 !== "string"){
return false;
}
if(!((((data101 === "viewer") || (data101 === "operator")) || (data101 === "editor")) || (data101 === "admin"))){
return false;
}
var valid27 = _errs232 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data92.Algorithms !== undefined){
let data102 = data92.Algorithms;
const _errs234 = errors;
if(errors === _errs234){
if(Array.isArray(data102)){
if(data102.length < 1){
return false;
}
else {
var valid30 = true;
const len4 = data102.length;
for(let i4=0; i4<len4; i4++){
let data103 = data102[i4];
const _errs236 = errors;
if(typeof data103 !== "string"){
return false;
}
if(!((((((((((data103 === "RS256") || (data103 === "RS384")) || (data103 === "RS512")) || (data103 === "PS256")) || (data103 === "PS384")) || (data103 === "PS512")) || (data103 === "ES256")) || (data103 === "ES384")) || (data103 === "ES512")) || (data103 === "EdDSA"))){
return false;
}
var valid30 = _errs236 === errors;
if(!valid30){
break;
}
}
}
}
else {
return false;
}
}
var valid27 = _errs234 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data92.ClockTolerance !== undefined){
let data104 = data92.ClockTolerance;
const _errs238 = errors;
if(!((typeof data104 == "number") && (!(data104 % 1) && !isNaN(data104)))){
return false;
}
if(errors === _errs238){
if(typeof data104 == "number"){
if(data104 > 300 || isNaN(data104)){
return false;
}
else {
if(data104 < 0 || isNaN(data104)){
return false;
}
}
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
}
}
}
}
}
else {
return false;
}
}
var valid26 = _errs211 === errors;
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
var valid0 = _errs204 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Limits !== undefined){
let data105 = data.Limits;
const _errs240 = errors;
if(errors === _errs240){
if(data105 && typeof data105 == "object" && !Array.isArray(data105)){
const _errs242 = errors;
for(const key25 in data105){
if(!(func1.call(schema19.properties.Limits.properties, key25))){
return false;
break;
}
}
if(_errs242 === errors){
if(data105.RequestBody !== undefined){
let data106 = data105.RequestBody;
const _errs243 = errors;
if(!((typeof data106 == "number") && (!(data106 % 1) && !isNaN(data106)))){
return false;
}
if(errors === _errs243){
if(typeof data106 == "number"){
if(data106 > 104857600 || isNaN(data106)){
return false;
}
else {
if(data106 < 1024 || isNaN(data106)){
return false;
}
}
}
}
var valid31 = _errs243 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.QueryDepth !== undefined){
let data107 = data105.QueryDepth;
const _errs245 = errors;
if(!((typeof data107 == "number") && (!(data107 % 1) && !isNaN(data107)))){
return false;
}
if(errors === _errs245){
if(typeof data107 == "number"){
if(data107 > 50 || isNaN(data107)){
return false;
}
else {
if(data107 < 3 || isNaN(data107)){
return false;
}
}
}
}
var valid31 = _errs245 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.QueryCost !== undefined){
let data108 = data105.QueryCost;
const _errs247 = errors;
if(!((typeof data108 == "number") && (!(data108 % 1) && !isNaN(data108)))){
return false;
}
if(errors === _errs247){
if(typeof data108 == "number"){
if(data108 > 1000000 || isNaN(data108)){
return false;
}
else {
if(data108 < 100 || isNaN(data108)){
return false;
}
}
}
}
var valid31 = _errs247 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.Subscriptions !== undefined){
let data109 = data105.Subscriptions;
const _errs249 = errors;
if(!((typeof data109 == "number") && (!(data109 % 1) && !isNaN(data109)))){
return false;
}
if(errors === _errs249){
if(typeof data109 == "number"){
if(data109 > 1000 || isNaN(data109)){
return false;
}
else {
if(data109 < 1 || isNaN(data109)){
return false;
}
}
}
}
var valid31 = _errs249 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.YamlFile !== undefined){
let data110 = data105.YamlFile;
const _errs251 = errors;
if(!((typeof data110 == "number") && (!(data110 % 1) && !isNaN(data110)))){
return false;
}
if(errors === _errs251){
if(typeof data110 == "number"){
if(data110 > 16777216 || isNaN(data110)){
return false;
}
else {
if(data110 < 1024 || isNaN(data110)){
return false;
}
}
}
}
var valid31 = _errs251 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.YamlDepth !== undefined){
let data111 = data105.YamlDepth;
const _errs253 = errors;
if(!((typeof data111 == "number") && (!(data111 % 1) && !isNaN(data111)))){
return false;
}
if(errors === _errs253){
if(typeof data111 == "number"){
if(data111 > 500 || isNaN(data111)){
return false;
}
else {
if(data111 < 8 || isNaN(data111)){
return false;
}
}
}
}
var valid31 = _errs253 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.YamlAliases !== undefined){
let data112 = data105.YamlAliases;
const _errs255 = errors;
if(!((typeof data112 == "number") && (!(data112 % 1) && !isNaN(data112)))){
return false;
}
if(errors === _errs255){
if(typeof data112 == "number"){
if(data112 > 10000 || isNaN(data112)){
return false;
}
else {
if(data112 < 0 || isNaN(data112)){
return false;
}
}
}
}
var valid31 = _errs255 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.FlowInput !== undefined){
let data113 = data105.FlowInput;
const _errs257 = errors;
if(!((typeof data113 == "number") && (!(data113 % 1) && !isNaN(data113)))){
return false;
}
if(errors === _errs257){
if(typeof data113 == "number"){
if(data113 > 8388608 || isNaN(data113)){
return false;
}
else {
if(data113 < 1024 || isNaN(data113)){
return false;
}
}
}
}
var valid31 = _errs257 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.TaskOutput !== undefined){
let data114 = data105.TaskOutput;
const _errs259 = errors;
if(!((typeof data114 == "number") && (!(data114 % 1) && !isNaN(data114)))){
return false;
}
if(errors === _errs259){
if(typeof data114 == "number"){
if(data114 > 8388608 || isNaN(data114)){
return false;
}
else {
if(data114 < 1024 || isNaN(data114)){
return false;
}
}
}
}
var valid31 = _errs259 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.RunLog !== undefined){
let data115 = data105.RunLog;
const _errs261 = errors;
if(!((typeof data115 == "number") && (!(data115 % 1) && !isNaN(data115)))){
return false;
}
if(errors === _errs261){
if(typeof data115 == "number"){
if(data115 > 1073741824 || isNaN(data115)){
return false;
}
else {
if(data115 < 1024 || isNaN(data115)){
return false;
}
}
}
}
var valid31 = _errs261 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.RunTasks !== undefined){
let data116 = data105.RunTasks;
const _errs263 = errors;
if(!((typeof data116 == "number") && (!(data116 % 1) && !isNaN(data116)))){
return false;
}
if(errors === _errs263){
if(typeof data116 == "number"){
if(data116 > 10000000 || isNaN(data116)){
return false;
}
else {
if(data116 < 100 || isNaN(data116)){
return false;
}
}
}
}
var valid31 = _errs263 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.RunJournal !== undefined){
let data117 = data105.RunJournal;
const _errs265 = errors;
if(!((typeof data117 == "number") && (!(data117 % 1) && !isNaN(data117)))){
return false;
}
if(errors === _errs265){
if(typeof data117 == "number"){
if(data117 > 1073741824 || isNaN(data117)){
return false;
}
else {
if(data117 < 65536 || isNaN(data117)){
return false;
}
}
}
}
var valid31 = _errs265 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.File !== undefined){
let data118 = data105.File;
const _errs267 = errors;
if(!((typeof data118 == "number") && (!(data118 % 1) && !isNaN(data118)))){
return false;
}
if(errors === _errs267){
if(typeof data118 == "number"){
if(data118 > 68719476736 || isNaN(data118)){
return false;
}
else {
if(data118 < 1024 || isNaN(data118)){
return false;
}
}
}
}
var valid31 = _errs267 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.FilesPerRun !== undefined){
let data119 = data105.FilesPerRun;
const _errs269 = errors;
if(!((typeof data119 == "number") && (!(data119 % 1) && !isNaN(data119)))){
return false;
}
if(errors === _errs269){
if(typeof data119 == "number"){
if(data119 > 100000 || isNaN(data119)){
return false;
}
else {
if(data119 < 1 || isNaN(data119)){
return false;
}
}
}
}
var valid31 = _errs269 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.RunNesting !== undefined){
let data120 = data105.RunNesting;
const _errs271 = errors;
if(!((typeof data120 == "number") && (!(data120 % 1) && !isNaN(data120)))){
return false;
}
if(errors === _errs271){
if(typeof data120 == "number"){
if(data120 > 256 || isNaN(data120)){
return false;
}
else {
if(data120 < 1 || isNaN(data120)){
return false;
}
}
}
}
var valid31 = _errs271 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.RunChildren !== undefined){
let data121 = data105.RunChildren;
const _errs273 = errors;
if(!((typeof data121 == "number") && (!(data121 % 1) && !isNaN(data121)))){
return false;
}
if(errors === _errs273){
if(typeof data121 == "number"){
if(data121 > 1000000 || isNaN(data121)){
return false;
}
else {
if(data121 < 1 || isNaN(data121)){
return false;
}
}
}
}
var valid31 = _errs273 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.ListPage !== undefined){
let data122 = data105.ListPage;
const _errs275 = errors;
if(!((typeof data122 == "number") && (!(data122 % 1) && !isNaN(data122)))){
return false;
}
if(errors === _errs275){
if(typeof data122 == "number"){
if(data122 > 1000 || isNaN(data122)){
return false;
}
else {
if(data122 < 1 || isNaN(data122)){
return false;
}
}
}
}
var valid31 = _errs275 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.FlowDuration !== undefined){
let data123 = data105.FlowDuration;
const _errs277 = errors;
if(!((typeof data123 == "number") && (!(data123 % 1) && !isNaN(data123)))){
return false;
}
if(errors === _errs277){
if(typeof data123 == "number"){
if(data123 > 31536000 || isNaN(data123)){
return false;
}
else {
if(data123 < 1 || isNaN(data123)){
return false;
}
}
}
}
var valid31 = _errs277 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.ConcurrentRuns !== undefined){
let data124 = data105.ConcurrentRuns;
const _errs279 = errors;
if(!((typeof data124 == "number") && (!(data124 % 1) && !isNaN(data124)))){
return false;
}
if(errors === _errs279){
if(typeof data124 == "number"){
if(data124 > 100000 || isNaN(data124)){
return false;
}
else {
if(data124 < 1 || isNaN(data124)){
return false;
}
}
}
}
var valid31 = _errs279 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.PendingRuns !== undefined){
let data125 = data105.PendingRuns;
const _errs281 = errors;
if(!((typeof data125 == "number") && (!(data125 % 1) && !isNaN(data125)))){
return false;
}
if(errors === _errs281){
if(typeof data125 == "number"){
if(data125 > 10000000 || isNaN(data125)){
return false;
}
else {
if(data125 < 1 || isNaN(data125)){
return false;
}
}
}
}
var valid31 = _errs281 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.GitTransfer !== undefined){
let data126 = data105.GitTransfer;
const _errs283 = errors;
if(!((typeof data126 == "number") && (!(data126 % 1) && !isNaN(data126)))){
return false;
}
if(errors === _errs283){
if(typeof data126 == "number"){
if(data126 > 4294967296 || isNaN(data126)){
return false;
}
else {
if(data126 < 1048576 || isNaN(data126)){
return false;
}
}
}
}
var valid31 = _errs283 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.RequestsPerMinute !== undefined){
let data127 = data105.RequestsPerMinute;
const _errs285 = errors;
if(!((typeof data127 == "number") && (!(data127 % 1) && !isNaN(data127)))){
return false;
}
if(errors === _errs285){
if(typeof data127 == "number"){
if(data127 > 10000000 || isNaN(data127)){
return false;
}
else {
if(data127 < 1 || isNaN(data127)){
return false;
}
}
}
}
var valid31 = _errs285 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.WebhooksPerMinute !== undefined){
let data128 = data105.WebhooksPerMinute;
const _errs287 = errors;
if(!((typeof data128 == "number") && (!(data128 % 1) && !isNaN(data128)))){
return false;
}
if(errors === _errs287){
if(typeof data128 == "number"){
if(data128 > 10000000 || isNaN(data128)){
return false;
}
else {
if(data128 < 1 || isNaN(data128)){
return false;
}
}
}
}
var valid31 = _errs287 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data105.SignInsPerMinute !== undefined){
let data129 = data105.SignInsPerMinute;
const _errs289 = errors;
if(!((typeof data129 == "number") && (!(data129 % 1) && !isNaN(data129)))){
return false;
}
if(errors === _errs289){
if(typeof data129 == "number"){
if(data129 > 10000 || isNaN(data129)){
return false;
}
else {
if(data129 < 1 || isNaN(data129)){
return false;
}
}
}
}
var valid31 = _errs289 === errors;
}
else {
var valid31 = true;
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
if(data.Flows !== undefined){
let data130 = data.Flows;
const _errs291 = errors;
if(errors === _errs291){
if(data130 && typeof data130 == "object" && !Array.isArray(data130)){
const _errs293 = errors;
for(const key26 in data130){
if(!((((key26 === "Environment") || (key26 === "AllowPrivateNetworks")) || (key26 === "AllowContainers")) || (key26 === "AllowProcesses"))){
return false;
break;
}
}
if(_errs293 === errors){
if(data130.Environment !== undefined){
let data131 = data130.Environment;
const _errs294 = errors;
if(errors === _errs294){
if(typeof data131 === "string"){
if(!pattern25.test(data131)){
return false;
}
}
else {
return false;
}
}
var valid32 = _errs294 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data130.AllowPrivateNetworks !== undefined){
const _errs296 = errors;
if(typeof data130.AllowPrivateNetworks !== "boolean"){
return false;
}
var valid32 = _errs296 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data130.AllowContainers !== undefined){
const _errs298 = errors;
if(typeof data130.AllowContainers !== "boolean"){
return false;
}
var valid32 = _errs298 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data130.AllowProcesses !== undefined){
const _errs300 = errors;
if(typeof data130.AllowProcesses !== "boolean"){
return false;
}
var valid32 = _errs300 === errors;
}
else {
var valid32 = true;
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
var valid0 = _errs291 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Connectors !== undefined){
let data135 = data.Connectors;
const _errs302 = errors;
if(errors === _errs302){
if(data135 && typeof data135 == "object" && !Array.isArray(data135)){
const _errs304 = errors;
for(const key27 in data135){
if(!((key27 === "Sql") || (key27 === "Packages"))){
return false;
break;
}
}
if(_errs304 === errors){
if(data135.Sql !== undefined){
let data136 = data135.Sql;
const _errs305 = errors;
if(errors === _errs305){
if(data136 && typeof data136 == "object" && !Array.isArray(data136)){
const _errs307 = errors;
for(const key28 in data136){
if(!((key28 === "Directory") || (key28 === "AllowAnyFile"))){
return false;
break;
}
}
if(_errs307 === errors){
if(data136.Directory !== undefined){
let data137 = data136.Directory;
const _errs308 = errors;
if(errors === _errs308){
if(typeof data137 === "string"){
if(func2(data137) < 1){
return false;
}
}
else {
return false;
}
}
var valid34 = _errs308 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data136.AllowAnyFile !== undefined){
const _errs310 = errors;
if(typeof data136.AllowAnyFile !== "boolean"){
return false;
}
var valid34 = _errs310 === errors;
}
else {
var valid34 = true;
}
}
}
}
else {
return false;
}
}
var valid33 = _errs305 === errors;
}
else {
var valid33 = true;
}
if(valid33){
if(data135.Packages !== undefined){
let data139 = data135.Packages;
const _errs312 = errors;
if(errors === _errs312){
if(Array.isArray(data139)){
var valid35 = true;
const len5 = data139.length;
for(let i5=0; i5<len5; i5++){
let data140 = data139[i5];
const _errs314 = errors;
if(errors === _errs314){
if(typeof data140 === "string"){
if(func2(data140) < 1){
return false;
}
}
else {
return false;
}
}
var valid35 = _errs314 === errors;
if(!valid35){
break;
}
}
}
else {
return false;
}
}
var valid33 = _errs312 === errors;
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
var valid0 = _errs302 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Files !== undefined){
let data141 = data.Files;
const _errs316 = errors;
if(errors === _errs316){
if(data141 && typeof data141 == "object" && !Array.isArray(data141)){
const _errs318 = errors;
for(const key29 in data141){
if(!(key29 === "Bucket")){
return false;
break;
}
}
if(_errs318 === errors){
if(data141.Bucket !== undefined){
let data142 = data141.Bucket;
const _errs319 = errors;
if(errors === _errs319){
if(data142 && typeof data142 == "object" && !Array.isArray(data142)){
let missing7;
if(((data142.Name === undefined) && (missing7 = "Name")) || ((data142.Secret === undefined) && (missing7 = "Secret"))){
return false;
}
else {
const _errs321 = errors;
for(const key30 in data142){
if(!((((((key30 === "Name") || (key30 === "Prefix")) || (key30 === "Region")) || (key30 === "Endpoint")) || (key30 === "PathStyle")) || (key30 === "Secret"))){
return false;
break;
}
}
if(_errs321 === errors){
if(data142.Name !== undefined){
let data143 = data142.Name;
const _errs322 = errors;
if(errors === _errs322){
if(typeof data143 === "string"){
if(!pattern26.test(data143)){
return false;
}
}
else {
return false;
}
}
var valid37 = _errs322 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data142.Prefix !== undefined){
let data144 = data142.Prefix;
const _errs324 = errors;
if(errors === _errs324){
if(typeof data144 === "string"){
if(!pattern27.test(data144)){
return false;
}
}
else {
return false;
}
}
var valid37 = _errs324 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data142.Region !== undefined){
let data145 = data142.Region;
const _errs326 = errors;
if(errors === _errs326){
if(typeof data145 === "string"){
if(func2(data145) < 1){
return false;
}
}
else {
return false;
}
}
var valid37 = _errs326 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data142.Endpoint !== undefined){
let data146 = data142.Endpoint;
const _errs328 = errors;
if(errors === _errs328){
if(typeof data146 === "string"){
if(!pattern28.test(data146)){
return false;
}
}
else {
return false;
}
}
var valid37 = _errs328 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data142.PathStyle !== undefined){
const _errs330 = errors;
if(typeof data142.PathStyle !== "boolean"){
return false;
}
var valid37 = _errs330 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data142.Secret !== undefined){
let data148 = data142.Secret;
const _errs332 = errors;
if(errors === _errs332){
if(typeof data148 === "string"){
if(func2(data148) < 1){
return false;
}
else {
if(!pattern8.test(data148)){
return false;
}
}
}
else {
return false;
}
}
var valid37 = _errs332 === errors;
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
var valid0 = _errs316 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Backups !== undefined){
let data149 = data.Backups;
const _errs334 = errors;
if(errors === _errs334){
if(data149 && typeof data149 == "object" && !Array.isArray(data149)){
const _errs336 = errors;
for(const key31 in data149){
if(!((((((key31 === "Schedule") || (key31 === "Categories")) || (key31 === "Keep")) || (key31 === "KeepDays")) || (key31 === "Directory")) || (key31 === "LargestUpload"))){
return false;
break;
}
}
if(_errs336 === errors){
if(data149.Schedule !== undefined){
let data150 = data149.Schedule;
const _errs337 = errors;
if(errors === _errs337){
if(typeof data150 === "string"){
if(func2(data150) > 200){
return false;
}
else {
if(func2(data150) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid38 = _errs337 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data149.Categories !== undefined){
let data151 = data149.Categories;
const _errs339 = errors;
if(errors === _errs339){
if(Array.isArray(data151)){
if(data151.length < 1){
return false;
}
else {
var valid39 = true;
const len6 = data151.length;
for(let i6=0; i6<len6; i6++){
let data152 = data151[i6];
const _errs341 = errors;
if(typeof data152 !== "string"){
return false;
}
if(!((((((((data152 === "flows") || (data152 === "environments")) || (data152 === "connections")) || (data152 === "config")) || (data152 === "secrets")) || (data152 === "users")) || (data152 === "runs")) || (data152 === "settings"))){
return false;
}
var valid39 = _errs341 === errors;
if(!valid39){
break;
}
}
if(valid39){
let i7 = data151.length;
let j0;
if(i7 > 1){
const indices0 = {};
for(;i7--;){
let item0 = data151[i7];
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
var valid38 = _errs339 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data149.Keep !== undefined){
let data153 = data149.Keep;
const _errs343 = errors;
if(!((typeof data153 == "number") && (!(data153 % 1) && !isNaN(data153)))){
return false;
}
if(errors === _errs343){
if(typeof data153 == "number"){
if(data153 > 10000 || isNaN(data153)){
return false;
}
else {
if(data153 < 1 || isNaN(data153)){
return false;
}
}
}
}
var valid38 = _errs343 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data149.KeepDays !== undefined){
let data154 = data149.KeepDays;
const _errs345 = errors;
if(!((typeof data154 == "number") && (!(data154 % 1) && !isNaN(data154)))){
return false;
}
if(errors === _errs345){
if(typeof data154 == "number"){
if(data154 > 36500 || isNaN(data154)){
return false;
}
else {
if(data154 < 1 || isNaN(data154)){
return false;
}
}
}
}
var valid38 = _errs345 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data149.Directory !== undefined){
let data155 = data149.Directory;
const _errs347 = errors;
if(errors === _errs347){
if(typeof data155 === "string"){
if(func2(data155) < 1){
return false;
}
}
else {
return false;
}
}
var valid38 = _errs347 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data149.LargestUpload !== undefined){
let data156 = data149.LargestUpload;
const _errs349 = errors;
if(!((typeof data156 == "number") && (!(data156 % 1) && !isNaN(data156)))){
return false;
}
if(errors === _errs349){
if(typeof data156 == "number"){
if(data156 > 1099511627776 || isNaN(data156)){
return false;
}
else {
if(data156 < 1048576 || isNaN(data156)){
return false;
}
}
}
}
var valid38 = _errs349 === errors;
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
else {
return false;
}
}
var valid0 = _errs334 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Retention !== undefined){
let data157 = data.Retention;
const _errs351 = errors;
if(errors === _errs351){
if(data157 && typeof data157 == "object" && !Array.isArray(data157)){
const _errs353 = errors;
for(const key32 in data157){
if(!(func1.call(schema19.properties.Retention.properties, key32))){
return false;
break;
}
}
if(_errs353 === errors){
if(data157.CompletedRuns !== undefined){
let data158 = data157.CompletedRuns;
const _errs354 = errors;
if(!((typeof data158 == "number") && (!(data158 % 1) && !isNaN(data158)))){
return false;
}
if(errors === _errs354){
if(typeof data158 == "number"){
if(data158 > 36500 || isNaN(data158)){
return false;
}
else {
if(data158 < 1 || isNaN(data158)){
return false;
}
}
}
}
var valid41 = _errs354 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data157.FaultedRuns !== undefined){
let data159 = data157.FaultedRuns;
const _errs356 = errors;
if(!((typeof data159 == "number") && (!(data159 % 1) && !isNaN(data159)))){
return false;
}
if(errors === _errs356){
if(typeof data159 == "number"){
if(data159 > 36500 || isNaN(data159)){
return false;
}
else {
if(data159 < 1 || isNaN(data159)){
return false;
}
}
}
}
var valid41 = _errs356 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data157.Events !== undefined){
let data160 = data157.Events;
const _errs358 = errors;
if(!((typeof data160 == "number") && (!(data160 % 1) && !isNaN(data160)))){
return false;
}
if(errors === _errs358){
if(typeof data160 == "number"){
if(data160 > 36500 || isNaN(data160)){
return false;
}
else {
if(data160 < 1 || isNaN(data160)){
return false;
}
}
}
}
var valid41 = _errs358 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data157.Audit !== undefined){
let data161 = data157.Audit;
const _errs360 = errors;
if(!((typeof data161 == "number") && (!(data161 % 1) && !isNaN(data161)))){
return false;
}
if(errors === _errs360){
if(typeof data161 == "number"){
if(data161 > 36500 || isNaN(data161)){
return false;
}
else {
if(data161 < 1 || isNaN(data161)){
return false;
}
}
}
}
var valid41 = _errs360 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data157.Proposals !== undefined){
let data162 = data157.Proposals;
const _errs362 = errors;
if(!((typeof data162 == "number") && (!(data162 % 1) && !isNaN(data162)))){
return false;
}
if(errors === _errs362){
if(typeof data162 == "number"){
if(data162 > 36500 || isNaN(data162)){
return false;
}
else {
if(data162 < 1 || isNaN(data162)){
return false;
}
}
}
}
var valid41 = _errs362 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data157.Deliveries !== undefined){
let data163 = data157.Deliveries;
const _errs364 = errors;
if(!((typeof data163 == "number") && (!(data163 % 1) && !isNaN(data163)))){
return false;
}
if(errors === _errs364){
if(typeof data163 == "number"){
if(data163 > 36500 || isNaN(data163)){
return false;
}
else {
if(data163 < 1 || isNaN(data163)){
return false;
}
}
}
}
var valid41 = _errs364 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data157.ParkedMessages !== undefined){
let data164 = data157.ParkedMessages;
const _errs366 = errors;
if(!((typeof data164 == "number") && (!(data164 % 1) && !isNaN(data164)))){
return false;
}
if(errors === _errs366){
if(typeof data164 == "number"){
if(data164 > 36500 || isNaN(data164)){
return false;
}
else {
if(data164 < 1 || isNaN(data164)){
return false;
}
}
}
}
var valid41 = _errs366 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data157.Occurrences !== undefined){
let data165 = data157.Occurrences;
const _errs368 = errors;
if(!((typeof data165 == "number") && (!(data165 % 1) && !isNaN(data165)))){
return false;
}
if(errors === _errs368){
if(typeof data165 == "number"){
if(data165 > 36500 || isNaN(data165)){
return false;
}
else {
if(data165 < 1 || isNaN(data165)){
return false;
}
}
}
}
var valid41 = _errs368 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data157.Tickets !== undefined){
let data166 = data157.Tickets;
const _errs370 = errors;
if(!((typeof data166 == "number") && (!(data166 % 1) && !isNaN(data166)))){
return false;
}
if(errors === _errs370){
if(typeof data166 == "number"){
if(data166 > 36500 || isNaN(data166)){
return false;
}
else {
if(data166 < 1 || isNaN(data166)){
return false;
}
}
}
}
var valid41 = _errs370 === errors;
}
else {
var valid41 = true;
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
var valid0 = _errs351 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Telemetry !== undefined){
let data167 = data.Telemetry;
const _errs372 = errors;
if(errors === _errs372){
if(data167 && typeof data167 == "object" && !Array.isArray(data167)){
const _errs374 = errors;
for(const key33 in data167){
if(!(((((key33 === "LogLevel") || (key33 === "LogFile")) || (key33 === "PublicMetrics")) || (key33 === "OtlpEndpoint")) || (key33 === "OtlpToken"))){
return false;
break;
}
}
if(_errs374 === errors){
if(data167.LogLevel !== undefined){
let data168 = data167.LogLevel;
const _errs375 = errors;
if(typeof data168 !== "string"){
return false;
}
if(!(((((((data168 === "silent") || (data168 === "fatal")) || (data168 === "error")) || (data168 === "warn")) || (data168 === "info")) || (data168 === "debug")) || (data168 === "trace"))){
return false;
}
var valid42 = _errs375 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data167.LogFile !== undefined){
let data169 = data167.LogFile;
const _errs377 = errors;
if(errors === _errs377){
if(typeof data169 === "string"){
if(func2(data169) < 1){
return false;
}
}
else {
return false;
}
}
var valid42 = _errs377 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data167.PublicMetrics !== undefined){
const _errs379 = errors;
if(typeof data167.PublicMetrics !== "boolean"){
return false;
}
var valid42 = _errs379 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data167.OtlpEndpoint !== undefined){
let data171 = data167.OtlpEndpoint;
const _errs381 = errors;
if(errors === _errs381){
if(typeof data171 === "string"){
if(!pattern30.test(data171)){
return false;
}
}
else {
return false;
}
}
var valid42 = _errs381 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data167.OtlpToken !== undefined){
let data172 = data167.OtlpToken;
const _errs383 = errors;
if(errors === _errs383){
if(typeof data172 === "string"){
if(func2(data172) < 1){
return false;
}
}
else {
return false;
}
}
var valid42 = _errs383 === errors;
}
else {
var valid42 = true;
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
var valid0 = _errs372 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Support !== undefined){
let data173 = data.Support;
const _errs385 = errors;
if(errors === _errs385){
if(data173 && typeof data173 == "object" && !Array.isArray(data173)){
const _errs387 = errors;
for(const key34 in data173){
if(!(key34 === "Url")){
return false;
break;
}
}
if(_errs387 === errors){
if(data173.Url !== undefined){
let data174 = data173.Url;
const _errs388 = errors;
if(errors === _errs388){
if(typeof data174 === "string"){
if(!pattern30.test(data174)){
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
var valid0 = _errs385 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Events !== undefined){
let data175 = data.Events;
const _errs390 = errors;
if(errors === _errs390){
if(data175 && typeof data175 == "object" && !Array.isArray(data175)){
const _errs392 = errors;
for(const key35 in data175){
if(!(key35 === "Webhooks")){
return false;
break;
}
}
if(_errs392 === errors){
if(data175.Webhooks !== undefined){
let data176 = data175.Webhooks;
const _errs393 = errors;
if(errors === _errs393){
if(Array.isArray(data176)){
var valid45 = true;
const len7 = data176.length;
for(let i8=0; i8<len7; i8++){
let data177 = data176[i8];
const _errs395 = errors;
if(errors === _errs395){
if(data177 && typeof data177 == "object" && !Array.isArray(data177)){
let missing8;
if(((data177.Url === undefined) && (missing8 = "Url")) || ((data177.Secret === undefined) && (missing8 = "Secret"))){
return false;
}
else {
const _errs397 = errors;
for(const key36 in data177){
if(!(((key36 === "Url") || (key36 === "Secret")) || (key36 === "Types"))){
return false;
break;
}
}
if(_errs397 === errors){
if(data177.Url !== undefined){
let data178 = data177.Url;
const _errs398 = errors;
if(errors === _errs398){
if(typeof data178 === "string"){
if(!pattern30.test(data178)){
return false;
}
}
else {
return false;
}
}
var valid46 = _errs398 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data177.Secret !== undefined){
let data179 = data177.Secret;
const _errs400 = errors;
if(errors === _errs400){
if(typeof data179 === "string"){
if(func2(data179) < 8){
return false;
}
}
else {
return false;
}
}
var valid46 = _errs400 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data177.Types !== undefined){
let data180 = data177.Types;
const _errs402 = errors;
if(errors === _errs402){
if(Array.isArray(data180)){
if(data180.length < 1){
return false;
}
else {
var valid47 = true;
const len8 = data180.length;
for(let i9=0; i9<len8; i9++){
let data181 = data180[i9];
const _errs404 = errors;
if(errors === _errs404){
if(typeof data181 === "string"){
if(!pattern33.test(data181)){
return false;
}
}
else {
return false;
}
}
var valid47 = _errs404 === errors;
if(!valid47){
break;
}
}
}
}
else {
return false;
}
}
var valid46 = _errs402 === errors;
}
else {
var valid46 = true;
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
var valid45 = _errs395 === errors;
if(!valid45){
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
var valid0 = _errs390 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.DataDirectory !== undefined){
let data182 = data.DataDirectory;
const _errs406 = errors;
if(errors === _errs406){
if(typeof data182 === "string"){
if(func2(data182) < 1){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs406 === errors;
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
}
else {
return false;
}
}
return errors === 0;
}

