// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"settings.json","type":"object","additionalProperties":false,"properties":{"Server":{"type":"object","additionalProperties":false,"default":{},"properties":{"Host":{"type":"string","minLength":1,"default":"127.0.0.1"},"Port":{"type":"integer","minimum":0,"maximum":65535,"default":7420},"BaseUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"},"BasePath":{"type":"string","maxLength":256,"pattern":"^(?!/(?:api|console|favicon|graphql|healthz|manual|mcp|metrics|readyz|schemas)(?:[./]|$))(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$"},"Tls":{"type":"object","additionalProperties":false,"required":["Certificate","Key"],"properties":{"Certificate":{"type":"string","minLength":1},"Key":{"type":"string","minLength":1},"MinVersion":{"type":"string","enum":["TLSv1.2","TLSv1.3"],"default":"TLSv1.2"}}},"TrustedProxies":{"type":"array","items":{"type":"string","pattern":"^[0-9a-fA-F.:]+(/[0-9]{1,3})?$"},"default":[]}}},"Git":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":true},"Remote":{"type":"string","minLength":1},"Branch":{"type":"string","minLength":1},"Path":{"type":"string","maxLength":1024,"pattern":"^(?!(?:.*/)?node_modules(?:/|$))[^./\\\\:\\s][^/\\\\]*(?:/[^./\\\\][^/\\\\]*)*$"},"PollInterval":{"type":"integer","minimum":1,"maximum":86400,"default":30},"Timeout":{"type":"integer","minimum":1,"maximum":3600,"default":30},"CaFile":{"type":"string","minLength":1},"Credentials":{"type":"object","additionalProperties":false,"default":{},"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Username":{"type":"string","minLength":1},"Token":{"type":"string","minLength":1,"x-secret":true},"KeyFile":{"type":"string","minLength":1},"KnownHostsFile":{"type":"string","minLength":1}}},"WebhookSecrets":{"type":"array","items":{"anyOf":[{"type":"string","pattern":"\\S","x-secret":true},{"type":"object","additionalProperties":false,"required":["Secret"],"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Key":{"type":"string","minLength":1}}}]},"default":[]},"Forge":{"type":"object","additionalProperties":false,"default":{},"properties":{"Type":{"type":"string","enum":["github","gitea"]},"Url":{"type":"string","pattern":"^https?://[^\\s@]+$"},"Repository":{"type":"string","pattern":"^[^/\\s]+/[^/\\s]+$"},"Token":{"type":"string","minLength":1,"x-secret":true},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"StatusUrl":{"type":"string","pattern":"^https?://[^\\s@]*\\{sha\\}"},"ApplyPolicy":{"type":"string","enum":["entity","commit"],"default":"entity"},"PruneLimit":{"type":"integer","minimum":0,"maximum":100,"default":50},"ProtectedBranches":{"type":"array","items":{"type":"string","minLength":1}},"ActiveBranches":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"Directory":{"type":"string","minLength":1}}},"LocalOverlay":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":false},"Directory":{"type":"string","minLength":1}}},"Database":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^postgres(ql)?://","x-secret":true}}},"Secrets":{"type":"object","additionalProperties":false,"default":{},"properties":{"MasterKey":{"type":"string","minLength":1,"x-secret":true},"PreviousMasterKey":{"type":"string","minLength":1,"x-secret":true},"MasterKeyFile":{"type":"string","minLength":1},"Providers":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)*$"},"additionalProperties":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"Files":{"type":"object","additionalProperties":false,"required":["Folder"],"properties":{"Folder":{"type":"string","minLength":1}}},"Vault":{"type":"object","additionalProperties":false,"required":["Address","Auth"],"properties":{"Address":{"type":"string","pattern":"^https?://[^\\s@?#]+$"},"Namespace":{"type":"string","minLength":1},"Mount":{"type":"string","minLength":1,"default":"secret"},"Version":{"type":"integer","enum":[1,2],"default":2},"Path":{"type":"string","minLength":1},"CaFile":{"type":"string","minLength":1},"Auth":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"Token":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"File":{"type":"string","minLength":1},"Variable":{"type":"string","minLength":1,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"AppRole":{"type":"object","additionalProperties":false,"required":["RoleId","SecretId"],"properties":{"RoleId":{"type":"string","minLength":1},"SecretId":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"File":{"type":"string","minLength":1},"Variable":{"type":"string","minLength":1,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"Mount":{"type":"string","minLength":1,"default":"approle"}}},"Kubernetes":{"type":"object","additionalProperties":false,"required":["Role"],"properties":{"Role":{"type":"string","minLength":1},"TokenFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/token"},"Mount":{"type":"string","minLength":1,"default":"kubernetes"}}}}},"Timeout":{"type":"integer","minimum":1,"maximum":60,"default":5},"Cache":{"type":"integer","minimum":0,"maximum":3600,"default":30}}},"Kubernetes":{"type":"object","additionalProperties":false,"properties":{"Address":{"type":"string","pattern":"^https?://[^\\s@?#]+$"},"Namespace":{"type":"string","minLength":1,"pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},"TokenFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/token"},"CaFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"},"Timeout":{"type":"integer","minimum":1,"maximum":60,"default":5},"Cache":{"type":"integer","minimum":0,"maximum":3600,"default":30}}}}},"default":{}}}},"Auth":{"type":"object","additionalProperties":false,"default":{},"properties":{"AccessTokenMinutes":{"type":"integer","minimum":1,"maximum":60,"default":15},"SessionDays":{"type":"integer","minimum":1,"maximum":365,"default":30},"Oidc":{"type":"object","required":["Issuer","Audience"],"additionalProperties":false,"properties":{"Issuer":{"type":"string","pattern":"^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))"},"Audience":{"type":"string","minLength":1},"NameClaim":{"type":"string","minLength":1,"default":"sub"},"RoleClaim":{"type":"string","minLength":1,"default":"roles"},"Roles":{"type":"object","additionalProperties":{"type":"string","enum":["viewer","operator","editor","admin"]}},"Clients":{"type":"object","additionalProperties":{"type":"string","enum":["person","service","agent"]}},"DefaultRole":{"type":"string","enum":["viewer","operator","editor","admin"]},"Algorithms":{"type":"array","minItems":1,"items":{"type":"string","enum":["RS256","RS384","RS512","PS256","PS384","PS512","ES256","ES384","ES512","EdDSA"]},"default":["RS256","PS256","ES256","EdDSA"]},"ClockTolerance":{"type":"integer","minimum":0,"maximum":300,"default":30}}}}},"Limits":{"type":"object","additionalProperties":false,"default":{},"properties":{"RequestBody":{"type":"integer","minimum":1024,"maximum":104857600,"default":1048576},"QueryDepth":{"type":"integer","minimum":3,"maximum":50,"default":12},"QueryCost":{"type":"integer","minimum":100,"maximum":1000000,"default":20000},"Subscriptions":{"type":"integer","minimum":1,"maximum":1000,"default":20},"YamlFile":{"type":"integer","minimum":1024,"maximum":16777216,"default":1048576},"YamlDepth":{"type":"integer","minimum":8,"maximum":500,"default":100},"YamlAliases":{"type":"integer","minimum":0,"maximum":10000,"default":100},"FlowInput":{"x-runtime":true,"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"TaskOutput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"RunLog":{"type":"integer","minimum":1024,"maximum":1073741824,"default":10485760},"RunTasks":{"type":"integer","minimum":100,"maximum":10000000,"default":1000000},"RunJournal":{"type":"integer","minimum":65536,"maximum":1073741824,"default":67108864},"File":{"type":"integer","minimum":1024,"maximum":68719476736,"default":2147483648},"FilesPerRun":{"type":"integer","minimum":1,"maximum":100000,"default":1000},"RunNesting":{"type":"integer","minimum":1,"maximum":256,"default":32},"RunChildren":{"type":"integer","minimum":1,"maximum":1000000,"default":10000},"ListPage":{"x-runtime":true,"type":"integer","minimum":1,"maximum":1000,"default":200},"FlowDuration":{"x-runtime":true,"type":"integer","minimum":1,"maximum":31536000,"default":86400},"ConcurrentRuns":{"type":"integer","minimum":1,"maximum":100000,"default":256},"PendingRuns":{"type":"integer","minimum":1,"maximum":10000000,"default":100000},"GitTransfer":{"type":"integer","minimum":1048576,"maximum":4294967296,"default":536870912},"RequestsPerMinute":{"x-runtime":true,"type":"integer","minimum":1,"maximum":10000000,"default":600},"WebhooksPerMinute":{"x-runtime":true,"type":"integer","minimum":1,"maximum":10000000,"default":600},"SignInsPerMinute":{"type":"integer","minimum":1,"maximum":10000,"default":10}}},"Flows":{"type":"object","additionalProperties":false,"default":{},"properties":{"Environment":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},"AllowPrivateNetworks":{"type":"boolean","default":false},"AllowContainers":{"type":"boolean","default":false},"AllowProcesses":{"type":"boolean","default":false}}},"Connectors":{"type":"object","additionalProperties":false,"default":{},"properties":{"Sql":{"type":"object","additionalProperties":false,"default":{},"properties":{"Directory":{"type":"string","minLength":1},"AllowAnyFile":{"type":"boolean","default":false}}},"Packages":{"type":"array","items":{"type":"string","minLength":1},"default":[]}}},"Files":{"type":"object","additionalProperties":false,"default":{},"properties":{"Bucket":{"type":"object","additionalProperties":false,"required":["Name","Secret"],"properties":{"Name":{"type":"string","pattern":"^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$"},"Prefix":{"type":"string","pattern":"^([A-Za-z0-9!_.*'()-]+/)*$","default":"svc/"},"Region":{"type":"string","minLength":1,"default":"us-east-1"},"Endpoint":{"type":"string","pattern":"^https?://[^/?#\\s]+/?$"},"PathStyle":{"type":"boolean","default":false},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}}}},"Backups":{"type":"object","additionalProperties":false,"default":{},"properties":{"Schedule":{"type":"string","minLength":1,"maxLength":200},"Categories":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["flows","environments","connections","config","secrets","users","runs","settings"]}},"Keep":{"type":"integer","minimum":1,"maximum":10000,"default":14},"KeepDays":{"type":"integer","minimum":1,"maximum":36500,"default":90},"Directory":{"type":"string","minLength":1},"LargestUpload":{"type":"integer","minimum":1048576,"maximum":1099511627776,"default":4294967296}}},"Retention":{"type":"object","additionalProperties":false,"default":{},"properties":{"CompletedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":30},"FaultedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Events":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":30},"Audit":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365},"Proposals":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365},"Deliveries":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":7},"ParkedMessages":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Occurrences":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Tickets":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365}}},"Telemetry":{"type":"object","additionalProperties":false,"default":{},"properties":{"LogLevel":{"x-runtime":true,"type":"string","enum":["silent","fatal","error","warn","info","debug","trace"],"default":"info"},"LogFile":{"type":"string","minLength":1},"PublicMetrics":{"type":"boolean","default":false},"OtlpEndpoint":{"type":"string","pattern":"^https?://[^\\s]+$"},"OtlpToken":{"type":"string","minLength":1,"x-secret":true}}},"Support":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"}}},"Events":{"type":"object","additionalProperties":false,"default":{},"properties":{"Webhooks":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["Url","Secret"],"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"},"Secret":{"type":"string","minLength":8,"x-secret":true},"Types":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[\\w.-]*\\*?$"}}}},"default":[]}}},"DataDirectory":{"type":"string","minLength":1,"default":".svc"}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const pattern3 = new RegExp("^https?://[^\\s]*[^\\s/]$", "u");
const pattern4 = new RegExp("^(?!/(?:api|console|favicon|graphql|healthz|manual|mcp|metrics|readyz|schemas)(?:[./]|$))(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$", "u");
const pattern5 = new RegExp("^[0-9a-fA-F.:]+(/[0-9]{1,3})?$", "u");
const pattern6 = new RegExp("^(?!(?:.*/)?node_modules(?:/|$))[^./\\\\:\\s][^/\\\\]*(?:/[^./\\\\][^/\\\\]*)*$", "u");
const pattern7 = new RegExp("^platform/.", "u");
const pattern8 = new RegExp("\\S", "u");
const pattern10 = new RegExp("^https?://[^\\s@]+$", "u");
const pattern11 = new RegExp("^[^/\\s]+/[^/\\s]+$", "u");
const pattern13 = new RegExp("^https?://[^\\s@]*\\{sha\\}", "u");
const pattern14 = new RegExp("^postgres(ql)?://", "u");
const pattern15 = new RegExp("^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)*$", "u");
const pattern16 = new RegExp("^https?://[^\\s@?#]+$", "u");
const pattern17 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");
const pattern22 = new RegExp("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "u");
const pattern23 = new RegExp("^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))", "u");
const pattern24 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const pattern25 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$", "u");
const pattern26 = new RegExp("^([A-Za-z0-9!_.*'()-]+/)*$", "u");
const pattern27 = new RegExp("^https?://[^/?#\\s]+/?$", "u");
const pattern29 = new RegExp("^https?://[^\\s]+$", "u");
const pattern32 = new RegExp("^[\\w.-]*\\*?$", "u");

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
if(!((((((key1 === "Host") || (key1 === "Port")) || (key1 === "BaseUrl")) || (key1 === "BasePath")) || (key1 === "Tls")) || (key1 === "TrustedProxies"))){
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
if(data0.Tls !== undefined){
let data5 = data0.Tls;
const _errs13 = errors;
if(errors === _errs13){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing0;
if(((data5.Certificate === undefined) && (missing0 = "Certificate")) || ((data5.Key === undefined) && (missing0 = "Key"))){
return false;
}
else {
const _errs15 = errors;
for(const key2 in data5){
if(!(((key2 === "Certificate") || (key2 === "Key")) || (key2 === "MinVersion"))){
return false;
break;
}
}
if(_errs15 === errors){
if(data5.Certificate !== undefined){
let data6 = data5.Certificate;
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
if(data5.Key !== undefined){
let data7 = data5.Key;
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
if(data5.MinVersion !== undefined){
let data8 = data5.MinVersion;
const _errs20 = errors;
if(typeof data8 !== "string"){
return false;
}
if(!((data8 === "TLSv1.2") || (data8 === "TLSv1.3"))){
return false;
}
var valid2 = _errs20 === errors;
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
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.TrustedProxies !== undefined){
let data9 = data0.TrustedProxies;
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
if(!pattern5.test(data10)){
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
var valid1 = _errs22 === errors;
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
let data11 = data.Git;
const _errs26 = errors;
if(errors === _errs26){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
const _errs28 = errors;
for(const key3 in data11){
if(!(func1.call(schema19.properties.Git.properties, key3))){
return false;
break;
}
}
if(_errs28 === errors){
if(data11.Enabled !== undefined){
const _errs29 = errors;
if(typeof data11.Enabled !== "boolean"){
return false;
}
var valid4 = _errs29 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.Remote !== undefined){
let data13 = data11.Remote;
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
var valid4 = _errs31 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.Branch !== undefined){
let data14 = data11.Branch;
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
if(data11.Path !== undefined){
let data15 = data11.Path;
const _errs35 = errors;
if(errors === _errs35){
if(typeof data15 === "string"){
if(func2(data15) > 1024){
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
if(data11.PollInterval !== undefined){
let data16 = data11.PollInterval;
const _errs37 = errors;
if(!((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16)))){
return false;
}
if(errors === _errs37){
if(typeof data16 == "number"){
if(data16 > 86400 || isNaN(data16)){
return false;
}
else {
if(data16 < 1 || isNaN(data16)){
return false;
}
}
}
}
var valid4 = _errs37 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.Timeout !== undefined){
let data17 = data11.Timeout;
const _errs39 = errors;
if(!((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17)))){
return false;
}
if(errors === _errs39){
if(typeof data17 == "number"){
if(data17 > 3600 || isNaN(data17)){
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
if(data11.CaFile !== undefined){
let data18 = data11.CaFile;
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
if(data11.Credentials !== undefined){
let data19 = data11.Credentials;
const _errs43 = errors;
if(errors === _errs43){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
const _errs45 = errors;
for(const key4 in data19){
if(!(((((key4 === "Secret") || (key4 === "Username")) || (key4 === "Token")) || (key4 === "KeyFile")) || (key4 === "KnownHostsFile"))){
return false;
break;
}
}
if(_errs45 === errors){
if(data19.Secret !== undefined){
let data20 = data19.Secret;
const _errs46 = errors;
if(errors === _errs46){
if(typeof data20 === "string"){
if(func2(data20) < 1){
return false;
}
else {
if(!pattern7.test(data20)){
return false;
}
}
}
else {
return false;
}
}
var valid5 = _errs46 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data19.Username !== undefined){
let data21 = data19.Username;
const _errs48 = errors;
if(errors === _errs48){
if(typeof data21 === "string"){
if(func2(data21) < 1){
return false;
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
if(data19.Token !== undefined){
let data22 = data19.Token;
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
if(data19.KeyFile !== undefined){
let data23 = data19.KeyFile;
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
if(data19.KnownHostsFile !== undefined){
let data24 = data19.KnownHostsFile;
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
var valid4 = _errs43 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.WebhookSecrets !== undefined){
let data25 = data11.WebhookSecrets;
const _errs56 = errors;
if(errors === _errs56){
if(Array.isArray(data25)){
var valid6 = true;
const len1 = data25.length;
for(let i1=0; i1<len1; i1++){
let data26 = data25[i1];
const _errs58 = errors;
const _errs59 = errors;
let valid7 = false;
const _errs60 = errors;
if(errors === _errs60){
if(typeof data26 === "string"){
if(!pattern8.test(data26)){
errors++;
}
}
else {
errors++;
}
}
var _valid0 = _errs60 === errors;
valid7 = valid7 || _valid0;
if(!valid7){
const _errs62 = errors;
if(errors === _errs62){
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
let missing1;
if((data26.Secret === undefined) && (missing1 = "Secret")){
errors++;
}
else {
const _errs64 = errors;
for(const key5 in data26){
if(!((key5 === "Secret") || (key5 === "Key"))){
errors++;
break;
}
}
if(_errs64 === errors){
if(data26.Secret !== undefined){
let data27 = data26.Secret;
const _errs65 = errors;
if(errors === _errs65){
if(typeof data27 === "string"){
if(func2(data27) < 1){
errors++;
}
else {
if(!pattern7.test(data27)){
errors++;
}
}
}
else {
errors++;
}
}
var valid8 = _errs65 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data26.Key !== undefined){
let data28 = data26.Key;
const _errs67 = errors;
if(errors === _errs67){
if(typeof data28 === "string"){
if(func2(data28) < 1){
errors++;
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
}
}
}
}
else {
errors++;
}
}
var _valid0 = _errs62 === errors;
valid7 = valid7 || _valid0;
}
if(!valid7){
errors++;
return false;
}
else {
errors = _errs59;
}
var valid6 = _errs58 === errors;
if(!valid6){
break;
}
}
}
else {
return false;
}
}
var valid4 = _errs56 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.Forge !== undefined){
let data29 = data11.Forge;
const _errs69 = errors;
if(errors === _errs69){
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
const _errs71 = errors;
for(const key6 in data29){
if(!(((((key6 === "Type") || (key6 === "Url")) || (key6 === "Repository")) || (key6 === "Token")) || (key6 === "Secret"))){
return false;
break;
}
}
if(_errs71 === errors){
if(data29.Type !== undefined){
let data30 = data29.Type;
const _errs72 = errors;
if(typeof data30 !== "string"){
return false;
}
if(!((data30 === "github") || (data30 === "gitea"))){
return false;
}
var valid9 = _errs72 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data29.Url !== undefined){
let data31 = data29.Url;
const _errs74 = errors;
if(errors === _errs74){
if(typeof data31 === "string"){
if(!pattern10.test(data31)){
return false;
}
}
else {
return false;
}
}
var valid9 = _errs74 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data29.Repository !== undefined){
let data32 = data29.Repository;
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
if(data29.Token !== undefined){
let data33 = data29.Token;
const _errs78 = errors;
if(errors === _errs78){
if(typeof data33 === "string"){
if(func2(data33) < 1){
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
if(data29.Secret !== undefined){
let data34 = data29.Secret;
const _errs80 = errors;
if(errors === _errs80){
if(typeof data34 === "string"){
if(func2(data34) < 1){
return false;
}
else {
if(!pattern7.test(data34)){
return false;
}
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
var valid4 = _errs69 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.StatusUrl !== undefined){
let data35 = data11.StatusUrl;
const _errs82 = errors;
if(errors === _errs82){
if(typeof data35 === "string"){
if(!pattern13.test(data35)){
return false;
}
}
else {
return false;
}
}
var valid4 = _errs82 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.ApplyPolicy !== undefined){
let data36 = data11.ApplyPolicy;
const _errs84 = errors;
if(typeof data36 !== "string"){
return false;
}
if(!((data36 === "entity") || (data36 === "commit"))){
return false;
}
var valid4 = _errs84 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.PruneLimit !== undefined){
let data37 = data11.PruneLimit;
const _errs86 = errors;
if(!((typeof data37 == "number") && (!(data37 % 1) && !isNaN(data37)))){
return false;
}
if(errors === _errs86){
if(typeof data37 == "number"){
if(data37 > 100 || isNaN(data37)){
return false;
}
else {
if(data37 < 0 || isNaN(data37)){
return false;
}
}
}
}
var valid4 = _errs86 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.ProtectedBranches !== undefined){
let data38 = data11.ProtectedBranches;
const _errs88 = errors;
if(errors === _errs88){
if(Array.isArray(data38)){
var valid10 = true;
const len2 = data38.length;
for(let i2=0; i2<len2; i2++){
let data39 = data38[i2];
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
var valid10 = _errs90 === errors;
if(!valid10){
break;
}
}
}
else {
return false;
}
}
var valid4 = _errs88 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.ActiveBranches !== undefined){
let data40 = data11.ActiveBranches;
const _errs92 = errors;
if(errors === _errs92){
if(Array.isArray(data40)){
var valid11 = true;
const len3 = data40.length;
for(let i3=0; i3<len3; i3++){
let data41 = data40[i3];
const _errs94 = errors;
if(errors === _errs94){
if(typeof data41 === "string"){
if(func2(data41) < 1){
return false;
}
}
else {
return false;
}
}
var valid11 = _errs94 === errors;
if(!valid11){
break;
}
}
}
else {
return false;
}
}
var valid4 = _errs92 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.Directory !== undefined){
let data42 = data11.Directory;
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
var valid4 = _errs96 === errors;
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
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.LocalOverlay !== undefined){
let data43 = data.LocalOverlay;
const _errs98 = errors;
if(errors === _errs98){
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
const _errs100 = errors;
for(const key7 in data43){
if(!((key7 === "Enabled") || (key7 === "Directory"))){
return false;
break;
}
}
if(_errs100 === errors){
if(data43.Enabled !== undefined){
const _errs101 = errors;
if(typeof data43.Enabled !== "boolean"){
return false;
}
var valid12 = _errs101 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data43.Directory !== undefined){
let data45 = data43.Directory;
const _errs103 = errors;
if(errors === _errs103){
if(typeof data45 === "string"){
if(func2(data45) < 1){
return false;
}
}
else {
return false;
}
}
var valid12 = _errs103 === errors;
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
var valid0 = _errs98 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Database !== undefined){
let data46 = data.Database;
const _errs105 = errors;
if(errors === _errs105){
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
const _errs107 = errors;
for(const key8 in data46){
if(!(key8 === "Url")){
return false;
break;
}
}
if(_errs107 === errors){
if(data46.Url !== undefined){
let data47 = data46.Url;
const _errs108 = errors;
if(errors === _errs108){
if(typeof data47 === "string"){
if(!pattern14.test(data47)){
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
var valid0 = _errs105 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Secrets !== undefined){
let data48 = data.Secrets;
const _errs110 = errors;
if(errors === _errs110){
if(data48 && typeof data48 == "object" && !Array.isArray(data48)){
const _errs112 = errors;
for(const key9 in data48){
if(!((((key9 === "MasterKey") || (key9 === "PreviousMasterKey")) || (key9 === "MasterKeyFile")) || (key9 === "Providers"))){
return false;
break;
}
}
if(_errs112 === errors){
if(data48.MasterKey !== undefined){
let data49 = data48.MasterKey;
const _errs113 = errors;
if(errors === _errs113){
if(typeof data49 === "string"){
if(func2(data49) < 1){
return false;
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
if(valid14){
if(data48.PreviousMasterKey !== undefined){
let data50 = data48.PreviousMasterKey;
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
if(data48.MasterKeyFile !== undefined){
let data51 = data48.MasterKeyFile;
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
if(data48.Providers !== undefined){
let data52 = data48.Providers;
const _errs119 = errors;
if(errors === _errs119){
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
for(const key10 in data52){
const _errs121 = errors;
if(typeof key10 === "string"){
if(!pattern15.test(key10)){
errors++;
}
}
var valid15 = _errs121 === errors;
if(!valid15){
errors++;
return false;
break;
}
}
if(valid15){
for(const key11 in data52){
let data53 = data52[key11];
const _errs123 = errors;
if(errors === _errs123){
if(data53 && typeof data53 == "object" && !Array.isArray(data53)){
if(Object.keys(data53).length > 1){
return false;
}
else {
if(Object.keys(data53).length < 1){
return false;
}
else {
const _errs125 = errors;
for(const key12 in data53){
if(!(((key12 === "Files") || (key12 === "Vault")) || (key12 === "Kubernetes"))){
return false;
break;
}
}
if(_errs125 === errors){
if(data53.Files !== undefined){
let data54 = data53.Files;
const _errs126 = errors;
if(errors === _errs126){
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
let missing2;
if((data54.Folder === undefined) && (missing2 = "Folder")){
return false;
}
else {
const _errs128 = errors;
for(const key13 in data54){
if(!(key13 === "Folder")){
return false;
break;
}
}
if(_errs128 === errors){
if(data54.Folder !== undefined){
let data55 = data54.Folder;
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
}
}
}
}
else {
return false;
}
}
var valid17 = _errs126 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data53.Vault !== undefined){
let data56 = data53.Vault;
const _errs131 = errors;
if(errors === _errs131){
if(data56 && typeof data56 == "object" && !Array.isArray(data56)){
let missing3;
if(((data56.Address === undefined) && (missing3 = "Address")) || ((data56.Auth === undefined) && (missing3 = "Auth"))){
return false;
}
else {
const _errs133 = errors;
for(const key14 in data56){
if(!(func1.call(schema19.properties.Secrets.properties.Providers.additionalProperties.properties.Vault.properties, key14))){
return false;
break;
}
}
if(_errs133 === errors){
if(data56.Address !== undefined){
let data57 = data56.Address;
const _errs134 = errors;
if(errors === _errs134){
if(typeof data57 === "string"){
if(!pattern16.test(data57)){
return false;
}
}
else {
return false;
}
}
var valid19 = _errs134 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data56.Namespace !== undefined){
let data58 = data56.Namespace;
const _errs136 = errors;
if(errors === _errs136){
if(typeof data58 === "string"){
if(func2(data58) < 1){
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
if(data56.Mount !== undefined){
let data59 = data56.Mount;
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
if(data56.Version !== undefined){
let data60 = data56.Version;
const _errs140 = errors;
if(!((typeof data60 == "number") && (!(data60 % 1) && !isNaN(data60)))){
return false;
}
if(!((data60 === 1) || (data60 === 2))){
return false;
}
var valid19 = _errs140 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data56.Path !== undefined){
let data61 = data56.Path;
const _errs142 = errors;
if(errors === _errs142){
if(typeof data61 === "string"){
if(func2(data61) < 1){
return false;
}
}
else {
return false;
}
}
var valid19 = _errs142 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data56.CaFile !== undefined){
let data62 = data56.CaFile;
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
if(data56.Auth !== undefined){
let data63 = data56.Auth;
const _errs146 = errors;
if(errors === _errs146){
if(data63 && typeof data63 == "object" && !Array.isArray(data63)){
if(Object.keys(data63).length > 1){
return false;
}
else {
if(Object.keys(data63).length < 1){
return false;
}
else {
const _errs148 = errors;
for(const key15 in data63){
if(!(((key15 === "Token") || (key15 === "AppRole")) || (key15 === "Kubernetes"))){
return false;
break;
}
}
if(_errs148 === errors){
if(data63.Token !== undefined){
let data64 = data63.Token;
const _errs149 = errors;
if(errors === _errs149){
if(data64 && typeof data64 == "object" && !Array.isArray(data64)){
if(Object.keys(data64).length > 1){
return false;
}
else {
if(Object.keys(data64).length < 1){
return false;
}
else {
const _errs151 = errors;
for(const key16 in data64){
if(!(((key16 === "File") || (key16 === "Variable")) || (key16 === "Secret"))){
return false;
break;
}
}
if(_errs151 === errors){
if(data64.File !== undefined){
let data65 = data64.File;
const _errs152 = errors;
if(errors === _errs152){
if(typeof data65 === "string"){
if(func2(data65) < 1){
return false;
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
if(data64.Variable !== undefined){
let data66 = data64.Variable;
const _errs154 = errors;
if(errors === _errs154){
if(typeof data66 === "string"){
if(func2(data66) < 1){
return false;
}
else {
if(!pattern17.test(data66)){
return false;
}
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
if(data64.Secret !== undefined){
let data67 = data64.Secret;
const _errs156 = errors;
if(errors === _errs156){
if(typeof data67 === "string"){
if(func2(data67) < 1){
return false;
}
else {
if(!pattern7.test(data67)){
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
var valid20 = _errs149 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data63.AppRole !== undefined){
let data68 = data63.AppRole;
const _errs158 = errors;
if(errors === _errs158){
if(data68 && typeof data68 == "object" && !Array.isArray(data68)){
let missing4;
if(((data68.RoleId === undefined) && (missing4 = "RoleId")) || ((data68.SecretId === undefined) && (missing4 = "SecretId"))){
return false;
}
else {
const _errs160 = errors;
for(const key17 in data68){
if(!(((key17 === "RoleId") || (key17 === "SecretId")) || (key17 === "Mount"))){
return false;
break;
}
}
if(_errs160 === errors){
if(data68.RoleId !== undefined){
let data69 = data68.RoleId;
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
var valid22 = _errs161 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data68.SecretId !== undefined){
let data70 = data68.SecretId;
const _errs163 = errors;
if(errors === _errs163){
if(data70 && typeof data70 == "object" && !Array.isArray(data70)){
if(Object.keys(data70).length > 1){
return false;
}
else {
if(Object.keys(data70).length < 1){
return false;
}
else {
const _errs165 = errors;
for(const key18 in data70){
if(!(((key18 === "File") || (key18 === "Variable")) || (key18 === "Secret"))){
return false;
break;
}
}
if(_errs165 === errors){
if(data70.File !== undefined){
let data71 = data70.File;
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
if(data70.Variable !== undefined){
let data72 = data70.Variable;
const _errs168 = errors;
if(errors === _errs168){
if(typeof data72 === "string"){
if(func2(data72) < 1){
return false;
}
else {
if(!pattern17.test(data72)){
return false;
}
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
if(data70.Secret !== undefined){
let data73 = data70.Secret;
const _errs170 = errors;
if(errors === _errs170){
if(typeof data73 === "string"){
if(func2(data73) < 1){
return false;
}
else {
if(!pattern7.test(data73)){
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
var valid22 = _errs163 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data68.Mount !== undefined){
let data74 = data68.Mount;
const _errs172 = errors;
if(errors === _errs172){
if(typeof data74 === "string"){
if(func2(data74) < 1){
return false;
}
}
else {
return false;
}
}
var valid22 = _errs172 === errors;
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
var valid20 = _errs158 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data63.Kubernetes !== undefined){
let data75 = data63.Kubernetes;
const _errs174 = errors;
if(errors === _errs174){
if(data75 && typeof data75 == "object" && !Array.isArray(data75)){
let missing5;
if((data75.Role === undefined) && (missing5 = "Role")){
return false;
}
else {
const _errs176 = errors;
for(const key19 in data75){
if(!(((key19 === "Role") || (key19 === "TokenFile")) || (key19 === "Mount"))){
return false;
break;
}
}
if(_errs176 === errors){
if(data75.Role !== undefined){
let data76 = data75.Role;
const _errs177 = errors;
if(errors === _errs177){
if(typeof data76 === "string"){
if(func2(data76) < 1){
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
if(data75.TokenFile !== undefined){
let data77 = data75.TokenFile;
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
if(data75.Mount !== undefined){
let data78 = data75.Mount;
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
}
}
}
}
}
else {
return false;
}
}
var valid20 = _errs174 === errors;
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
var valid19 = _errs146 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data56.Timeout !== undefined){
let data79 = data56.Timeout;
const _errs183 = errors;
if(!((typeof data79 == "number") && (!(data79 % 1) && !isNaN(data79)))){
return false;
}
if(errors === _errs183){
if(typeof data79 == "number"){
if(data79 > 60 || isNaN(data79)){
return false;
}
else {
if(data79 < 1 || isNaN(data79)){
return false;
}
}
}
}
var valid19 = _errs183 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data56.Cache !== undefined){
let data80 = data56.Cache;
const _errs185 = errors;
if(!((typeof data80 == "number") && (!(data80 % 1) && !isNaN(data80)))){
return false;
}
if(errors === _errs185){
if(typeof data80 == "number"){
if(data80 > 3600 || isNaN(data80)){
return false;
}
else {
if(data80 < 0 || isNaN(data80)){
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
var valid17 = _errs131 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data53.Kubernetes !== undefined){
let data81 = data53.Kubernetes;
const _errs187 = errors;
if(errors === _errs187){
if(data81 && typeof data81 == "object" && !Array.isArray(data81)){
const _errs189 = errors;
for(const key20 in data81){
if(!((((((key20 === "Address") || (key20 === "Namespace")) || (key20 === "TokenFile")) || (key20 === "CaFile")) || (key20 === "Timeout")) || (key20 === "Cache"))){
return false;
break;
}
}
if(_errs189 === errors){
if(data81.Address !== undefined){
let data82 = data81.Address;
const _errs190 = errors;
if(errors === _errs190){
if(typeof data82 === "string"){
if(!pattern16.test(data82)){
return false;
}
}
else {
return false;
}
}
var valid25 = _errs190 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data81.Namespace !== undefined){
let data83 = data81.Namespace;
const _errs192 = errors;
if(errors === _errs192){
if(typeof data83 === "string"){
if(func2(data83) < 1){
return false;
}
else {
if(!pattern22.test(data83)){
return false;
}
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
if(data81.TokenFile !== undefined){
let data84 = data81.TokenFile;
const _errs194 = errors;
if(errors === _errs194){
if(typeof data84 === "string"){
if(func2(data84) < 1){
return false;
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
if(data81.CaFile !== undefined){
let data85 = data81.CaFile;
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
if(data81.Timeout !== undefined){
let data86 = data81.Timeout;
const _errs198 = errors;
if(!((typeof data86 == "number") && (!(data86 % 1) && !isNaN(data86)))){
return false;
}
if(errors === _errs198){
if(typeof data86 == "number"){
if(data86 > 60 || isNaN(data86)){
return false;
}
else {
if(data86 < 1 || isNaN(data86)){
return false;
}
}
}
}
var valid25 = _errs198 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data81.Cache !== undefined){
let data87 = data81.Cache;
const _errs200 = errors;
if(!((typeof data87 == "number") && (!(data87 % 1) && !isNaN(data87)))){
return false;
}
if(errors === _errs200){
if(typeof data87 == "number"){
if(data87 > 3600 || isNaN(data87)){
return false;
}
else {
if(data87 < 0 || isNaN(data87)){
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
var valid17 = _errs187 === errors;
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
var valid16 = _errs123 === errors;
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
var valid14 = _errs119 === errors;
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
var valid0 = _errs110 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Auth !== undefined){
let data88 = data.Auth;
const _errs202 = errors;
if(errors === _errs202){
if(data88 && typeof data88 == "object" && !Array.isArray(data88)){
const _errs204 = errors;
for(const key21 in data88){
if(!(((key21 === "AccessTokenMinutes") || (key21 === "SessionDays")) || (key21 === "Oidc"))){
return false;
break;
}
}
if(_errs204 === errors){
if(data88.AccessTokenMinutes !== undefined){
let data89 = data88.AccessTokenMinutes;
const _errs205 = errors;
if(!((typeof data89 == "number") && (!(data89 % 1) && !isNaN(data89)))){
return false;
}
if(errors === _errs205){
if(typeof data89 == "number"){
if(data89 > 60 || isNaN(data89)){
return false;
}
else {
if(data89 < 1 || isNaN(data89)){
return false;
}
}
}
}
var valid26 = _errs205 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data88.SessionDays !== undefined){
let data90 = data88.SessionDays;
const _errs207 = errors;
if(!((typeof data90 == "number") && (!(data90 % 1) && !isNaN(data90)))){
return false;
}
if(errors === _errs207){
if(typeof data90 == "number"){
if(data90 > 365 || isNaN(data90)){
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
if(data88.Oidc !== undefined){
let data91 = data88.Oidc;
const _errs209 = errors;
if(errors === _errs209){
if(data91 && typeof data91 == "object" && !Array.isArray(data91)){
let missing6;
if(((data91.Issuer === undefined) && (missing6 = "Issuer")) || ((data91.Audience === undefined) && (missing6 = "Audience"))){
return false;
}
else {
const _errs211 = errors;
for(const key22 in data91){
if(!(func1.call(schema19.properties.Auth.properties.Oidc.properties, key22))){
return false;
break;
}
}
if(_errs211 === errors){
if(data91.Issuer !== undefined){
let data92 = data91.Issuer;
const _errs212 = errors;
if(errors === _errs212){
if(typeof data92 === "string"){
if(!pattern23.test(data92)){
return false;
}
}
else {
return false;
}
}
var valid27 = _errs212 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data91.Audience !== undefined){
let data93 = data91.Audience;
const _errs214 = errors;
if(errors === _errs214){
if(typeof data93 === "string"){
if(func2(data93) < 1){
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
if(data91.NameClaim !== undefined){
let data94 = data91.NameClaim;
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
if(data91.RoleClaim !== undefined){
let data95 = data91.RoleClaim;
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
if(data91.Roles !== undefined){
let data96 = data91.Roles;
const _errs220 = errors;
if(errors === _errs220){
if(data96 && typeof data96 == "object" && !Array.isArray(data96)){
for(const key23 in data96){
let data97 = data96[key23];
const _errs223 = errors;
if(typeof data97 !== "string"){
return false;
}
if(!((((data97 === "viewer") || (data97 === "operator")) || (data97 === "editor")) || (data97 === "admin"))){
return false;
}
var valid28 = _errs223 === errors;
if(!valid28){
break;
}
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
if(data91.Clients !== undefined){
let data98 = data91.Clients;
const _errs225 = errors;
if(errors === _errs225){
if(data98 && typeof data98 == "object" && !Array.isArray(data98)){
for(const key24 in data98){
let data99 = data98[key24];
const _errs228 = errors;
if(typeof data99 !== "string"){
return false;
}
if(!(((data99 === "person") || (data99 === "service")) || (data99 === "agent"))){
return false;
}
var valid29 = _errs228 === errors;
if(!valid29){
break;
}
}
}
else {
return false;
}
}
var valid27 = _errs225 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data91.DefaultRole !== undefined){
let data100 = data91.DefaultRole;
const _errs230 = errors;
if(typeof data100 !== "string"){
return false;
}
if(!((((data100 === "viewer") || (data100 === "operator")) || (data100 === "editor")) || (data100 === "admin"))){
return false;
}
var valid27 = _errs230 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data91.Algorithms !== undefined){
let data101 = data91.Algorithms;
const _errs232 = errors;
if(errors === _errs232){
if(Array.isArray(data101)){
if(data101.length < 1){
return false;
}
else {
var valid30 = true;
const len4 = data101.length;
for(let i4=0; i4<len4; i4++){
let data102 = data101[i4];
const _errs234 = errors;
if(typeof data102 !== "string"){
return false;
}
if(!((((((((((data102 === "RS256") || (data102 === "RS384")) || (data102 === "RS512")) || (data102 === "PS256")) || (data102 === "PS384")) || (data102 === "PS512")) || (data102 === "ES256")) || (data102 === "ES384")) || (data102 === "ES512")) || (data102 === "EdDSA"))){
return false;
}
var valid30 = _errs234 === errors;
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
var valid27 = _errs232 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data91.ClockTolerance !== undefined){
let data103 = data91.ClockTolerance;
const _errs236 = errors;
if(!((typeof data103 == "number") && (!(data103 % 1) && !isNaN(data103)))){
return false;
}
if(errors === _errs236){
if(typeof data103 == "number"){
if(data103 > 300 || isNaN(data103)){
return false;
}
else {
if(data103 < 0 || isNaN(data103)){
return false;
}
}
}
}
var valid27 = _errs236 === errors;
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
var valid26 = _errs209 === errors;
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
var valid0 = _errs202 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Limits !== undefined){
let data104 = data.Limits;
const _errs238 = errors;
if(errors === _errs238){
if(data104 && typeof data104 == "object" && !Array.isArray(data104)){
const _errs240 = errors;
for(const key25 in data104){
if(!(func1.call(schema19.properties.Limits.properties, key25))){
return false;
break;
}
}
if(_errs240 === errors){
if(data104.RequestBody !== undefined){
let data105 = data104.RequestBody;
const _errs241 = errors;
if(!((typeof data105 == "number") && (!(data105 % 1) && !isNaN(data105)))){
return false;
}
if(errors === _errs241){
if(typeof data105 == "number"){
if(data105 > 104857600 || isNaN(data105)){
return false;
}
else {
if(data105 < 1024 || isNaN(data105)){
return false;
}
}
}
}
var valid31 = _errs241 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data104.QueryDepth !== undefined){
let data106 = data104.QueryDepth;
const _errs243 = errors;
if(!((typeof data106 == "number") && (!(data106 % 1) && !isNaN(data106)))){
return false;
}
if(errors === _errs243){
if(typeof data106 == "number"){
if(data106 > 50 || isNaN(data106)){
return false;
}
else {
if(data106 < 3 || isNaN(data106)){
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
if(data104.QueryCost !== undefined){
let data107 = data104.QueryCost;
const _errs245 = errors;
if(!((typeof data107 == "number") && (!(data107 % 1) && !isNaN(data107)))){
return false;
}
if(errors === _errs245){
if(typeof data107 == "number"){
if(data107 > 1000000 || isNaN(data107)){
return false;
}
else {
if(data107 < 100 || isNaN(data107)){
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
if(data104.Subscriptions !== undefined){
let data108 = data104.Subscriptions;
const _errs247 = errors;
if(!((typeof data108 == "number") && (!(data108 % 1) && !isNaN(data108)))){
return false;
}
if(errors === _errs247){
if(typeof data108 == "number"){
if(data108 > 1000 || isNaN(data108)){
return false;
}
else {
if(data108 < 1 || isNaN(data108)){
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
if(data104.YamlFile !== undefined){
let data109 = data104.YamlFile;
const _errs249 = errors;
if(!((typeof data109 == "number") && (!(data109 % 1) && !isNaN(data109)))){
return false;
}
if(errors === _errs249){
if(typeof data109 == "number"){
if(data109 > 16777216 || isNaN(data109)){
return false;
}
else {
if(data109 < 1024 || isNaN(data109)){
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
if(data104.YamlDepth !== undefined){
let data110 = data104.YamlDepth;
const _errs251 = errors;
if(!((typeof data110 == "number") && (!(data110 % 1) && !isNaN(data110)))){
return false;
}
if(errors === _errs251){
if(typeof data110 == "number"){
if(data110 > 500 || isNaN(data110)){
return false;
}
else {
if(data110 < 8 || isNaN(data110)){
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
if(data104.YamlAliases !== undefined){
let data111 = data104.YamlAliases;
const _errs253 = errors;
if(!((typeof data111 == "number") && (!(data111 % 1) && !isNaN(data111)))){
return false;
}
if(errors === _errs253){
if(typeof data111 == "number"){
if(data111 > 10000 || isNaN(data111)){
return false;
}
else {
if(data111 < 0 || isNaN(data111)){
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
if(data104.FlowInput !== undefined){
let data112 = data104.FlowInput;
const _errs255 = errors;
if(!((typeof data112 == "number") && (!(data112 % 1) && !isNaN(data112)))){
return false;
}
if(errors === _errs255){
if(typeof data112 == "number"){
if(data112 > 8388608 || isNaN(data112)){
return false;
}
else {
if(data112 < 1024 || isNaN(data112)){
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
if(data104.TaskOutput !== undefined){
let data113 = data104.TaskOutput;
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
if(data104.RunLog !== undefined){
let data114 = data104.RunLog;
const _errs259 = errors;
if(!((typeof data114 == "number") && (!(data114 % 1) && !isNaN(data114)))){
return false;
}
if(errors === _errs259){
if(typeof data114 == "number"){
if(data114 > 1073741824 || isNaN(data114)){
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
if(data104.RunTasks !== undefined){
let data115 = data104.RunTasks;
const _errs261 = errors;
if(!((typeof data115 == "number") && (!(data115 % 1) && !isNaN(data115)))){
return false;
}
if(errors === _errs261){
if(typeof data115 == "number"){
if(data115 > 10000000 || isNaN(data115)){
return false;
}
else {
if(data115 < 100 || isNaN(data115)){
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
if(data104.RunJournal !== undefined){
let data116 = data104.RunJournal;
const _errs263 = errors;
if(!((typeof data116 == "number") && (!(data116 % 1) && !isNaN(data116)))){
return false;
}
if(errors === _errs263){
if(typeof data116 == "number"){
if(data116 > 1073741824 || isNaN(data116)){
return false;
}
else {
if(data116 < 65536 || isNaN(data116)){
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
if(data104.File !== undefined){
let data117 = data104.File;
const _errs265 = errors;
if(!((typeof data117 == "number") && (!(data117 % 1) && !isNaN(data117)))){
return false;
}
if(errors === _errs265){
if(typeof data117 == "number"){
if(data117 > 68719476736 || isNaN(data117)){
return false;
}
else {
if(data117 < 1024 || isNaN(data117)){
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
if(data104.FilesPerRun !== undefined){
let data118 = data104.FilesPerRun;
const _errs267 = errors;
if(!((typeof data118 == "number") && (!(data118 % 1) && !isNaN(data118)))){
return false;
}
if(errors === _errs267){
if(typeof data118 == "number"){
if(data118 > 100000 || isNaN(data118)){
return false;
}
else {
if(data118 < 1 || isNaN(data118)){
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
if(data104.RunNesting !== undefined){
let data119 = data104.RunNesting;
const _errs269 = errors;
if(!((typeof data119 == "number") && (!(data119 % 1) && !isNaN(data119)))){
return false;
}
if(errors === _errs269){
if(typeof data119 == "number"){
if(data119 > 256 || isNaN(data119)){
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
if(data104.RunChildren !== undefined){
let data120 = data104.RunChildren;
const _errs271 = errors;
if(!((typeof data120 == "number") && (!(data120 % 1) && !isNaN(data120)))){
return false;
}
if(errors === _errs271){
if(typeof data120 == "number"){
if(data120 > 1000000 || isNaN(data120)){
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
if(data104.ListPage !== undefined){
let data121 = data104.ListPage;
const _errs273 = errors;
if(!((typeof data121 == "number") && (!(data121 % 1) && !isNaN(data121)))){
return false;
}
if(errors === _errs273){
if(typeof data121 == "number"){
if(data121 > 1000 || isNaN(data121)){
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
if(data104.FlowDuration !== undefined){
let data122 = data104.FlowDuration;
const _errs275 = errors;
if(!((typeof data122 == "number") && (!(data122 % 1) && !isNaN(data122)))){
return false;
}
if(errors === _errs275){
if(typeof data122 == "number"){
if(data122 > 31536000 || isNaN(data122)){
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
if(data104.ConcurrentRuns !== undefined){
let data123 = data104.ConcurrentRuns;
const _errs277 = errors;
if(!((typeof data123 == "number") && (!(data123 % 1) && !isNaN(data123)))){
return false;
}
if(errors === _errs277){
if(typeof data123 == "number"){
if(data123 > 100000 || isNaN(data123)){
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
if(data104.PendingRuns !== undefined){
let data124 = data104.PendingRuns;
const _errs279 = errors;
if(!((typeof data124 == "number") && (!(data124 % 1) && !isNaN(data124)))){
return false;
}
if(errors === _errs279){
if(typeof data124 == "number"){
if(data124 > 10000000 || isNaN(data124)){
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
if(data104.GitTransfer !== undefined){
let data125 = data104.GitTransfer;
const _errs281 = errors;
if(!((typeof data125 == "number") && (!(data125 % 1) && !isNaN(data125)))){
return false;
}
if(errors === _errs281){
if(typeof data125 == "number"){
if(data125 > 4294967296 || isNaN(data125)){
return false;
}
else {
if(data125 < 1048576 || isNaN(data125)){
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
if(data104.RequestsPerMinute !== undefined){
let data126 = data104.RequestsPerMinute;
const _errs283 = errors;
if(!((typeof data126 == "number") && (!(data126 % 1) && !isNaN(data126)))){
return false;
}
if(errors === _errs283){
if(typeof data126 == "number"){
if(data126 > 10000000 || isNaN(data126)){
return false;
}
else {
if(data126 < 1 || isNaN(data126)){
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
if(data104.WebhooksPerMinute !== undefined){
let data127 = data104.WebhooksPerMinute;
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
if(data104.SignInsPerMinute !== undefined){
let data128 = data104.SignInsPerMinute;
const _errs287 = errors;
if(!((typeof data128 == "number") && (!(data128 % 1) && !isNaN(data128)))){
return false;
}
if(errors === _errs287){
if(typeof data128 == "number"){
if(data128 > 10000 || isNaN(data128)){
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
var valid0 = _errs238 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Flows !== undefined){
let data129 = data.Flows;
const _errs289 = errors;
if(errors === _errs289){
if(data129 && typeof data129 == "object" && !Array.isArray(data129)){
const _errs291 = errors;
for(const key26 in data129){
if(!((((key26 === "Environment") || (key26 === "AllowPrivateNetworks")) || (key26 === "AllowContainers")) || (key26 === "AllowProcesses"))){
return false;
break;
}
}
if(_errs291 === errors){
if(data129.Environment !== undefined){
let data130 = data129.Environment;
const _errs292 = errors;
if(errors === _errs292){
if(typeof data130 === "string"){
if(!pattern24.test(data130)){
return false;
}
}
else {
return false;
}
}
var valid32 = _errs292 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data129.AllowPrivateNetworks !== undefined){
const _errs294 = errors;
if(typeof data129.AllowPrivateNetworks !== "boolean"){
return false;
}
var valid32 = _errs294 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data129.AllowContainers !== undefined){
const _errs296 = errors;
if(typeof data129.AllowContainers !== "boolean"){
return false;
}
var valid32 = _errs296 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data129.AllowProcesses !== undefined){
const _errs298 = errors;
if(typeof data129.AllowProcesses !== "boolean"){
return false;
}
var valid32 = _errs298 === errors;
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
var valid0 = _errs289 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Connectors !== undefined){
let data134 = data.Connectors;
const _errs300 = errors;
if(errors === _errs300){
if(data134 && typeof data134 == "object" && !Array.isArray(data134)){
const _errs302 = errors;
for(const key27 in data134){
if(!((key27 === "Sql") || (key27 === "Packages"))){
return false;
break;
}
}
if(_errs302 === errors){
if(data134.Sql !== undefined){
let data135 = data134.Sql;
const _errs303 = errors;
if(errors === _errs303){
if(data135 && typeof data135 == "object" && !Array.isArray(data135)){
const _errs305 = errors;
for(const key28 in data135){
if(!((key28 === "Directory") || (key28 === "AllowAnyFile"))){
return false;
break;
}
}
if(_errs305 === errors){
if(data135.Directory !== undefined){
let data136 = data135.Directory;
const _errs306 = errors;
if(errors === _errs306){
if(typeof data136 === "string"){
if(func2(data136) < 1){
return false;
}
}
else {
return false;
}
}
var valid34 = _errs306 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data135.AllowAnyFile !== undefined){
const _errs308 = errors;
if(typeof data135.AllowAnyFile !== "boolean"){
return false;
}
var valid34 = _errs308 === errors;
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
var valid33 = _errs303 === errors;
}
else {
var valid33 = true;
}
if(valid33){
if(data134.Packages !== undefined){
let data138 = data134.Packages;
const _errs310 = errors;
if(errors === _errs310){
if(Array.isArray(data138)){
var valid35 = true;
const len5 = data138.length;
for(let i5=0; i5<len5; i5++){
let data139 = data138[i5];
const _errs312 = errors;
if(errors === _errs312){
if(typeof data139 === "string"){
if(func2(data139) < 1){
return false;
}
}
else {
return false;
}
}
var valid35 = _errs312 === errors;
if(!valid35){
break;
}
}
}
else {
return false;
}
}
var valid33 = _errs310 === errors;
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
var valid0 = _errs300 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Files !== undefined){
let data140 = data.Files;
const _errs314 = errors;
if(errors === _errs314){
if(data140 && typeof data140 == "object" && !Array.isArray(data140)){
const _errs316 = errors;
for(const key29 in data140){
if(!(key29 === "Bucket")){
return false;
break;
}
}
if(_errs316 === errors){
if(data140.Bucket !== undefined){
let data141 = data140.Bucket;
const _errs317 = errors;
if(errors === _errs317){
if(data141 && typeof data141 == "object" && !Array.isArray(data141)){
let missing7;
if(((data141.Name === undefined) && (missing7 = "Name")) || ((data141.Secret === undefined) && (missing7 = "Secret"))){
return false;
}
else {
const _errs319 = errors;
for(const key30 in data141){
if(!((((((key30 === "Name") || (key30 === "Prefix")) || (key30 === "Region")) || (key30 === "Endpoint")) || (key30 === "PathStyle")) || (key30 === "Secret"))){
return false;
break;
}
}
if(_errs319 === errors){
if(data141.Name !== undefined){
let data142 = data141.Name;
const _errs320 = errors;
if(errors === _errs320){
if(typeof data142 === "string"){
if(!pattern25.test(data142)){
return false;
}
}
else {
return false;
}
}
var valid37 = _errs320 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data141.Prefix !== undefined){
let data143 = data141.Prefix;
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
if(data141.Region !== undefined){
let data144 = data141.Region;
const _errs324 = errors;
if(errors === _errs324){
if(typeof data144 === "string"){
if(func2(data144) < 1){
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
if(data141.Endpoint !== undefined){
let data145 = data141.Endpoint;
const _errs326 = errors;
if(errors === _errs326){
if(typeof data145 === "string"){
if(!pattern27.test(data145)){
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
if(data141.PathStyle !== undefined){
const _errs328 = errors;
if(typeof data141.PathStyle !== "boolean"){
return false;
}
var valid37 = _errs328 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data141.Secret !== undefined){
let data147 = data141.Secret;
const _errs330 = errors;
if(errors === _errs330){
if(typeof data147 === "string"){
if(func2(data147) < 1){
return false;
}
else {
if(!pattern7.test(data147)){
return false;
}
}
}
else {
return false;
}
}
var valid37 = _errs330 === errors;
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
var valid0 = _errs314 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Backups !== undefined){
let data148 = data.Backups;
const _errs332 = errors;
if(errors === _errs332){
if(data148 && typeof data148 == "object" && !Array.isArray(data148)){
const _errs334 = errors;
for(const key31 in data148){
if(!((((((key31 === "Schedule") || (key31 === "Categories")) || (key31 === "Keep")) || (key31 === "KeepDays")) || (key31 === "Directory")) || (key31 === "LargestUpload"))){
return false;
break;
}
}
if(_errs334 === errors){
if(data148.Schedule !== undefined){
let data149 = data148.Schedule;
const _errs335 = errors;
if(errors === _errs335){
if(typeof data149 === "string"){
if(func2(data149) > 200){
return false;
}
else {
if(func2(data149) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid38 = _errs335 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data148.Categories !== undefined){
let data150 = data148.Categories;
const _errs337 = errors;
if(errors === _errs337){
if(Array.isArray(data150)){
if(data150.length < 1){
return false;
}
else {
var valid39 = true;
const len6 = data150.length;
for(let i6=0; i6<len6; i6++){
let data151 = data150[i6];
const _errs339 = errors;
if(typeof data151 !== "string"){
return false;
}
if(!((((((((data151 === "flows") || (data151 === "environments")) || (data151 === "connections")) || (data151 === "config")) || (data151 === "secrets")) || (data151 === "users")) || (data151 === "runs")) || (data151 === "settings"))){
return false;
}
var valid39 = _errs339 === errors;
if(!valid39){
break;
}
}
if(valid39){
let i7 = data150.length;
let j0;
if(i7 > 1){
const indices0 = {};
for(;i7--;){
let item0 = data150[i7];
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
var valid38 = _errs337 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data148.Keep !== undefined){
let data152 = data148.Keep;
const _errs341 = errors;
if(!((typeof data152 == "number") && (!(data152 % 1) && !isNaN(data152)))){
return false;
}
if(errors === _errs341){
if(typeof data152 == "number"){
if(data152 > 10000 || isNaN(data152)){
return false;
}
else {
if(data152 < 1 || isNaN(data152)){
return false;
}
}
}
}
var valid38 = _errs341 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data148.KeepDays !== undefined){
let data153 = data148.KeepDays;
const _errs343 = errors;
if(!((typeof data153 == "number") && (!(data153 % 1) && !isNaN(data153)))){
return false;
}
if(errors === _errs343){
if(typeof data153 == "number"){
if(data153 > 36500 || isNaN(data153)){
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
if(data148.Directory !== undefined){
let data154 = data148.Directory;
const _errs345 = errors;
if(errors === _errs345){
if(typeof data154 === "string"){
if(func2(data154) < 1){
return false;
}
}
else {
return false;
}
}
var valid38 = _errs345 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data148.LargestUpload !== undefined){
let data155 = data148.LargestUpload;
const _errs347 = errors;
if(!((typeof data155 == "number") && (!(data155 % 1) && !isNaN(data155)))){
return false;
}
if(errors === _errs347){
if(typeof data155 == "number"){
if(data155 > 1099511627776 || isNaN(data155)){
return false;
}
else {
if(data155 < 1048576 || isNaN(data155)){
return false;
}
}
}
}
var valid38 = _errs347 === errors;
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
var valid0 = _errs332 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Retention !== undefined){
let data156 = data.Retention;
const _errs349 = errors;
if(errors === _errs349){
if(data156 && typeof data156 == "object" && !Array.isArray(data156)){
const _errs351 = errors;
for(const key32 in data156){
if(!(func1.call(schema19.properties.Retention.properties, key32))){
return false;
break;
}
}
if(_errs351 === errors){
if(data156.CompletedRuns !== undefined){
let data157 = data156.CompletedRuns;
const _errs352 = errors;
if(!((typeof data157 == "number") && (!(data157 % 1) && !isNaN(data157)))){
return false;
}
if(errors === _errs352){
if(typeof data157 == "number"){
if(data157 > 36500 || isNaN(data157)){
return false;
}
else {
if(data157 < 1 || isNaN(data157)){
return false;
}
}
}
}
var valid41 = _errs352 === errors;
}
else {
var valid41 = true;
}
if(valid41){
if(data156.FaultedRuns !== undefined){
let data158 = data156.FaultedRuns;
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
if(data156.Events !== undefined){
let data159 = data156.Events;
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
if(data156.Audit !== undefined){
let data160 = data156.Audit;
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
if(data156.Proposals !== undefined){
let data161 = data156.Proposals;
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
if(data156.Deliveries !== undefined){
let data162 = data156.Deliveries;
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
if(data156.ParkedMessages !== undefined){
let data163 = data156.ParkedMessages;
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
if(data156.Occurrences !== undefined){
let data164 = data156.Occurrences;
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
if(data156.Tickets !== undefined){
let data165 = data156.Tickets;
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
var valid0 = _errs349 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Telemetry !== undefined){
let data166 = data.Telemetry;
const _errs370 = errors;
if(errors === _errs370){
if(data166 && typeof data166 == "object" && !Array.isArray(data166)){
const _errs372 = errors;
for(const key33 in data166){
if(!(((((key33 === "LogLevel") || (key33 === "LogFile")) || (key33 === "PublicMetrics")) || (key33 === "OtlpEndpoint")) || (key33 === "OtlpToken"))){
return false;
break;
}
}
if(_errs372 === errors){
if(data166.LogLevel !== undefined){
let data167 = data166.LogLevel;
const _errs373 = errors;
if(typeof data167 !== "string"){
return false;
}
if(!(((((((data167 === "silent") || (data167 === "fatal")) || (data167 === "error")) || (data167 === "warn")) || (data167 === "info")) || (data167 === "debug")) || (data167 === "trace"))){
return false;
}
var valid42 = _errs373 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data166.LogFile !== undefined){
let data168 = data166.LogFile;
const _errs375 = errors;
if(errors === _errs375){
if(typeof data168 === "string"){
if(func2(data168) < 1){
return false;
}
}
else {
return false;
}
}
var valid42 = _errs375 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data166.PublicMetrics !== undefined){
const _errs377 = errors;
if(typeof data166.PublicMetrics !== "boolean"){
return false;
}
var valid42 = _errs377 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data166.OtlpEndpoint !== undefined){
let data170 = data166.OtlpEndpoint;
const _errs379 = errors;
if(errors === _errs379){
if(typeof data170 === "string"){
if(!pattern29.test(data170)){
return false;
}
}
else {
return false;
}
}
var valid42 = _errs379 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data166.OtlpToken !== undefined){
let data171 = data166.OtlpToken;
const _errs381 = errors;
if(errors === _errs381){
if(typeof data171 === "string"){
if(func2(data171) < 1){
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
var valid0 = _errs370 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Support !== undefined){
let data172 = data.Support;
const _errs383 = errors;
if(errors === _errs383){
if(data172 && typeof data172 == "object" && !Array.isArray(data172)){
const _errs385 = errors;
for(const key34 in data172){
if(!(key34 === "Url")){
return false;
break;
}
}
if(_errs385 === errors){
if(data172.Url !== undefined){
let data173 = data172.Url;
const _errs386 = errors;
if(errors === _errs386){
if(typeof data173 === "string"){
if(!pattern29.test(data173)){
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
var valid0 = _errs383 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Events !== undefined){
let data174 = data.Events;
const _errs388 = errors;
if(errors === _errs388){
if(data174 && typeof data174 == "object" && !Array.isArray(data174)){
const _errs390 = errors;
for(const key35 in data174){
if(!(key35 === "Webhooks")){
return false;
break;
}
}
if(_errs390 === errors){
if(data174.Webhooks !== undefined){
let data175 = data174.Webhooks;
const _errs391 = errors;
if(errors === _errs391){
if(Array.isArray(data175)){
var valid45 = true;
const len7 = data175.length;
for(let i8=0; i8<len7; i8++){
let data176 = data175[i8];
const _errs393 = errors;
if(errors === _errs393){
if(data176 && typeof data176 == "object" && !Array.isArray(data176)){
let missing8;
if(((data176.Url === undefined) && (missing8 = "Url")) || ((data176.Secret === undefined) && (missing8 = "Secret"))){
return false;
}
else {
const _errs395 = errors;
for(const key36 in data176){
if(!(((key36 === "Url") || (key36 === "Secret")) || (key36 === "Types"))){
return false;
break;
}
}
if(_errs395 === errors){
if(data176.Url !== undefined){
let data177 = data176.Url;
const _errs396 = errors;
if(errors === _errs396){
if(typeof data177 === "string"){
if(!pattern29.test(data177)){
return false;
}
}
else {
return false;
}
}
var valid46 = _errs396 === errors;
}
else {
var valid46 = true;
}
if(valid46){
if(data176.Secret !== undefined){
let data178 = data176.Secret;
const _errs398 = errors;
if(errors === _errs398){
if(typeof data178 === "string"){
if(func2(data178) < 8){
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
if(data176.Types !== undefined){
let data179 = data176.Types;
const _errs400 = errors;
if(errors === _errs400){
if(Array.isArray(data179)){
if(data179.length < 1){
return false;
}
else {
var valid47 = true;
const len8 = data179.length;
for(let i9=0; i9<len8; i9++){
let data180 = data179[i9];
const _errs402 = errors;
if(errors === _errs402){
if(typeof data180 === "string"){
if(!pattern32.test(data180)){
return false;
}
}
else {
return false;
}
}
var valid47 = _errs402 === errors;
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
var valid46 = _errs400 === errors;
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
var valid45 = _errs393 === errors;
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
var valid0 = _errs388 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.DataDirectory !== undefined){
let data181 = data.DataDirectory;
const _errs404 = errors;
if(errors === _errs404){
if(typeof data181 === "string"){
if(func2(data181) < 1){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs404 === errors;
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

