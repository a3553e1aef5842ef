// Generated from the JSON Schemas by `npm run generate`. Do not edit.
"use strict";
module.exports = validate52;
module.exports.default = validate52;
const schema19 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"settings.json","type":"object","additionalProperties":false,"properties":{"Server":{"type":"object","additionalProperties":false,"default":{},"properties":{"Host":{"type":"string","minLength":1,"default":"127.0.0.1"},"Port":{"type":"integer","minimum":0,"maximum":65535,"default":7420},"BaseUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"},"BasePath":{"type":"string","maxLength":256,"pattern":"^(?!/(?:api|console|favicon|graphql|healthz|manual|mcp|metrics|readyz|schemas)(?:[./]|$))(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$"},"Name":{"type":"string","minLength":1,"maxLength":60,"default":"svc"},"NodeUrl":{"type":"string","pattern":"^https?://[^\\s]*[^\\s/]$"},"Tls":{"type":"object","additionalProperties":false,"required":["Certificate","Key"],"properties":{"Certificate":{"type":"string","minLength":1},"Key":{"type":"string","minLength":1},"MinVersion":{"type":"string","enum":["TLSv1.2","TLSv1.3"],"default":"TLSv1.2"}}},"TrustedProxies":{"type":"array","items":{"type":"string","pattern":"^[0-9a-fA-F.:]+(/[0-9]{1,3})?$"},"default":[]}}},"Git":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":true},"Remote":{"type":"string","minLength":1},"Branch":{"type":"string","minLength":1},"Path":{"type":"string","maxLength":1024,"pattern":"^(?!(?:.*/)?node_modules(?:/|$))[^./\\\\:\\s][^/\\\\]*(?:/[^./\\\\][^/\\\\]*)*$"},"PollInterval":{"type":"integer","minimum":1,"maximum":86400,"default":30},"Timeout":{"type":"integer","minimum":1,"maximum":3600,"default":30},"CaFile":{"type":"string","minLength":1},"Credentials":{"type":"object","additionalProperties":false,"default":{},"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Username":{"type":"string","minLength":1},"Token":{"type":"string","minLength":1,"x-secret":true},"KeyFile":{"type":"string","minLength":1},"KnownHostsFile":{"type":"string","minLength":1}}},"WebhookSecrets":{"type":"array","items":{"anyOf":[{"type":"string","pattern":"\\S","x-secret":true},{"type":"object","additionalProperties":false,"required":["Secret"],"properties":{"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"Key":{"type":"string","minLength":1}}}]},"default":[]},"Forge":{"type":"object","additionalProperties":false,"default":{},"properties":{"Type":{"type":"string","enum":["github","gitea"]},"Url":{"type":"string","pattern":"^https?://[^\\s@]+$"},"Repository":{"type":"string","pattern":"^[^/\\s]+/[^/\\s]+$"},"Token":{"type":"string","minLength":1,"x-secret":true},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"StatusUrl":{"type":"string","pattern":"^https?://[^\\s@]*\\{sha\\}"},"ApplyPolicy":{"type":"string","enum":["entity","commit"],"default":"entity"},"PruneLimit":{"type":"integer","minimum":0,"maximum":100,"default":50},"ProtectedBranches":{"type":"array","items":{"type":"string","minLength":1}},"ActiveBranches":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"Directory":{"type":"string","minLength":1}}},"LocalOverlay":{"type":"object","additionalProperties":false,"default":{},"properties":{"Enabled":{"type":"boolean","default":false},"Directory":{"type":"string","minLength":1}}},"Database":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^postgres(ql)?://","x-secret":true}}},"Secrets":{"type":"object","additionalProperties":false,"default":{},"properties":{"MasterKey":{"type":"string","minLength":1,"x-secret":true},"PreviousMasterKey":{"type":"string","minLength":1,"x-secret":true},"MasterKeyFile":{"type":"string","minLength":1},"Providers":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)*$"},"additionalProperties":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"Files":{"type":"object","additionalProperties":false,"required":["Folder"],"properties":{"Folder":{"type":"string","minLength":1}}},"Vault":{"type":"object","additionalProperties":false,"required":["Address","Auth"],"properties":{"Address":{"type":"string","pattern":"^https?://[^\\s@?#]+$"},"Namespace":{"type":"string","minLength":1},"Mount":{"type":"string","minLength":1,"default":"secret"},"Version":{"type":"integer","enum":[1,2],"default":2},"Path":{"type":"string","minLength":1},"CaFile":{"type":"string","minLength":1},"Auth":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"Token":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"File":{"type":"string","minLength":1},"Variable":{"type":"string","minLength":1,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"AppRole":{"type":"object","additionalProperties":false,"required":["RoleId","SecretId"],"properties":{"RoleId":{"type":"string","minLength":1},"SecretId":{"type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"File":{"type":"string","minLength":1},"Variable":{"type":"string","minLength":1,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}},"Mount":{"type":"string","minLength":1,"default":"approle"}}},"Kubernetes":{"type":"object","additionalProperties":false,"required":["Role"],"properties":{"Role":{"type":"string","minLength":1},"TokenFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/token"},"Mount":{"type":"string","minLength":1,"default":"kubernetes"}}}}},"Timeout":{"type":"integer","minimum":1,"maximum":60,"default":5},"Cache":{"type":"integer","minimum":0,"maximum":3600,"default":30}}},"Kubernetes":{"type":"object","additionalProperties":false,"properties":{"Address":{"type":"string","pattern":"^https?://[^\\s@?#]+$"},"Namespace":{"type":"string","minLength":1,"pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},"TokenFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/token"},"CaFile":{"type":"string","minLength":1,"default":"/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"},"Timeout":{"type":"integer","minimum":1,"maximum":60,"default":5},"Cache":{"type":"integer","minimum":0,"maximum":3600,"default":30}}}}},"default":{}}}},"Auth":{"type":"object","additionalProperties":false,"default":{},"properties":{"AccessTokenMinutes":{"type":"integer","minimum":1,"maximum":60,"default":15},"SessionDays":{"type":"integer","minimum":1,"maximum":365,"default":30},"Console":{"type":"object","additionalProperties":false,"default":{},"properties":{"SessionHours":{"type":"integer","minimum":1,"maximum":720,"default":24},"IdleMinutes":{"type":"integer","minimum":5,"maximum":43200,"default":480},"Passwords":{"type":"boolean","default":true}}},"Oidc":{"type":"object","required":["Issuer","Audience"],"additionalProperties":false,"properties":{"Issuer":{"type":"string","pattern":"^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))"},"Audience":{"type":"string","minLength":1},"NameClaim":{"type":"string","minLength":1,"default":"sub"},"RoleClaim":{"type":"string","minLength":1,"default":"roles"},"Roles":{"type":"object","additionalProperties":{"type":"string","enum":["viewer","operator","editor","admin"]}},"Clients":{"type":"object","additionalProperties":{"type":"string","enum":["person","service","agent"]}},"DefaultRole":{"type":"string","enum":["viewer","operator","editor","admin"]},"Algorithms":{"type":"array","minItems":1,"items":{"type":"string","enum":["RS256","RS384","RS512","PS256","PS384","PS512","ES256","ES384","ES512","EdDSA"]},"default":["RS256","PS256","ES256","EdDSA"]},"ClockTolerance":{"type":"integer","minimum":0,"maximum":300,"default":30},"Login":{"type":"object","required":["ClientId"],"additionalProperties":false,"properties":{"ClientId":{"type":"string","minLength":1},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."},"ClientSecret":{"type":"string","minLength":1,"x-secret":true},"Title":{"type":"string","minLength":1,"maxLength":60},"Scopes":{"type":"array","items":{"type":"string","minLength":1},"default":["openid","profile","email"]}}}}}}},"Limits":{"type":"object","additionalProperties":false,"default":{},"properties":{"RequestBody":{"type":"integer","minimum":1024,"maximum":104857600,"default":1048576},"QueryDepth":{"type":"integer","minimum":3,"maximum":50,"default":12},"QueryCost":{"type":"integer","minimum":100,"maximum":1000000,"default":20000},"Subscriptions":{"type":"integer","minimum":1,"maximum":1000,"default":20},"Streams":{"type":"integer","minimum":1,"maximum":100000,"default":50},"YamlFile":{"type":"integer","minimum":1024,"maximum":16777216,"default":1048576},"YamlDepth":{"type":"integer","minimum":8,"maximum":500,"default":100},"YamlAliases":{"type":"integer","minimum":0,"maximum":10000,"default":100},"FlowInput":{"x-runtime":true,"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"TaskOutput":{"type":"integer","minimum":1024,"maximum":8388608,"default":1048576},"RunLog":{"type":"integer","minimum":1024,"maximum":1073741824,"default":10485760},"RunTasks":{"type":"integer","minimum":100,"maximum":10000000,"default":1000000},"RunJournal":{"type":"integer","minimum":65536,"maximum":1073741824,"default":67108864},"File":{"type":"integer","minimum":1024,"maximum":68719476736,"default":2147483648},"FilesPerRun":{"type":"integer","minimum":1,"maximum":100000,"default":1000},"RunNesting":{"type":"integer","minimum":1,"maximum":256,"default":32},"RunChildren":{"type":"integer","minimum":1,"maximum":1000000,"default":10000},"ListPage":{"x-runtime":true,"type":"integer","minimum":1,"maximum":1000,"default":200},"FlowDuration":{"x-runtime":true,"type":"integer","minimum":1,"maximum":3153600000,"default":86400},"ConcurrentRuns":{"type":"integer","minimum":1,"maximum":100000,"default":256},"PendingRuns":{"type":"integer","minimum":1,"maximum":10000000,"default":100000},"CallsInFlight":{"type":"integer","minimum":1,"maximum":100000,"default":1024},"Shares":{"x-runtime":true,"type":"array","maxItems":100,"default":[],"items":{"type":"object","additionalProperties":false,"required":["weight"],"minProperties":2,"properties":{"branch":{"type":"string","minLength":1,"maxLength":255},"flow":{"type":"string","minLength":1,"maxLength":255},"weight":{"type":"integer","minimum":1,"maximum":100}}}},"GitTransfer":{"type":"integer","minimum":1048576,"maximum":4294967296,"default":536870912},"RequestsPerMinute":{"x-runtime":true,"type":"integer","minimum":1,"maximum":10000000,"default":600},"WebhooksPerMinute":{"x-runtime":true,"type":"integer","minimum":1,"maximum":10000000,"default":600},"SignInsPerMinute":{"type":"integer","minimum":1,"maximum":10000,"default":10}}},"Flows":{"type":"object","additionalProperties":false,"default":{},"properties":{"Environment":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},"AllowPrivateNetworks":{"type":"boolean","default":false},"AllowContainers":{"type":"boolean","default":false},"AllowProcesses":{"type":"boolean","default":false},"Python":{"type":"string","minLength":1}}},"Connections":{"type":"object","additionalProperties":false,"default":{},"properties":{"TestEvery":{"type":"integer","minimum":60,"maximum":86400}}},"Connectors":{"type":"object","additionalProperties":false,"default":{},"properties":{"Sql":{"type":"object","additionalProperties":false,"default":{},"properties":{"Directory":{"type":"string","minLength":1},"AllowAnyFile":{"type":"boolean","default":false}}},"Packages":{"type":"array","items":{"type":"string","minLength":1},"default":[]}}},"Files":{"type":"object","additionalProperties":false,"default":{},"properties":{"Bucket":{"type":"object","additionalProperties":false,"required":["Name","Secret"],"properties":{"Name":{"type":"string","pattern":"^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$"},"Prefix":{"type":"string","pattern":"^([A-Za-z0-9!_.*'()-]+/)*$","default":"svc/"},"Region":{"type":"string","minLength":1,"default":"us-east-1"},"Endpoint":{"type":"string","pattern":"^https?://[^/?#\\s]+/?$"},"PathStyle":{"type":"boolean","default":false},"Secret":{"type":"string","minLength":1,"pattern":"^platform/."}}}}},"Backups":{"type":"object","additionalProperties":false,"default":{},"properties":{"Schedule":{"type":"string","minLength":1,"maxLength":200},"Categories":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["flows","environments","connections","config","secrets","users","runs","settings"]}},"Keep":{"type":"integer","minimum":1,"maximum":10000,"default":14},"KeepDays":{"type":"integer","minimum":1,"maximum":36500,"default":90},"Directory":{"type":"string","minLength":1},"LargestUpload":{"type":"integer","minimum":1048576,"maximum":1099511627776,"default":4294967296}}},"Retention":{"type":"object","additionalProperties":false,"default":{},"properties":{"CompletedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":30},"FaultedRuns":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Events":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":30},"Audit":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365},"Proposals":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365},"Deliveries":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":7},"ParkedMessages":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Occurrences":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":90},"Tickets":{"x-runtime":true,"type":"integer","minimum":1,"maximum":36500,"default":365}}},"Telemetry":{"type":"object","additionalProperties":false,"default":{},"properties":{"LogLevel":{"x-runtime":true,"type":"string","enum":["silent","fatal","error","warn","info","debug","trace"],"default":"info"},"LogFile":{"type":"string","minLength":1},"PublicMetrics":{"type":"boolean","default":false},"OtlpEndpoint":{"type":"string","pattern":"^https?://[^\\s]+$"},"OtlpLogs":{"type":"boolean","default":false},"OtlpToken":{"type":"string","minLength":1,"x-secret":true}}},"Support":{"type":"object","additionalProperties":false,"default":{},"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"}}},"Events":{"type":"object","additionalProperties":false,"default":{},"properties":{"Webhooks":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["Url","Secret"],"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$"},"Secret":{"type":"string","minLength":8,"x-secret":true},"Types":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[\\w.-]*\\*?$"}}}},"default":[]}}},"Notify":{"type":"object","additionalProperties":false,"properties":{"Connection":{"type":"object","additionalProperties":false,"required":["Name","Action"],"properties":{"Name":{"type":"string","minLength":1,"maxLength":63},"Action":{"type":"string","minLength":1,"maxLength":200},"With":{"type":"object","maxProperties":50},"Environment":{"type":"string","minLength":1,"maxLength":63}}},"Webhook":{"type":"object","additionalProperties":false,"required":["Url"],"properties":{"Url":{"type":"string","pattern":"^https?://[^\\s]+$","x-secret":true},"Secret":{"type":"string","minLength":8,"x-secret":true}}},"Mail":{"type":"object","additionalProperties":false,"required":["Connection","To"],"properties":{"Connection":{"type":"string","minLength":1,"maxLength":63},"To":{"type":"array","minItems":1,"maxItems":50,"items":{"type":"string","pattern":"^[^\\s@]+@[^\\s@]+$","maxLength":254}},"From":{"type":"string","pattern":"^[^\\s@]+@[^\\s@]+$","maxLength":254},"Environment":{"type":"string","minLength":1,"maxLength":63}}},"On":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["faulted","notReady","held","checks"]},"default":["faulted","notReady","held","checks"]},"Window":{"type":"integer","minimum":1,"maximum":86400,"default":900}},"default":{}},"DataDirectory":{"type":"string","minLength":1,"default":".svc"}}};
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
const pattern26 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const pattern27 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$", "u");
const pattern28 = new RegExp("^([A-Za-z0-9!_.*'()-]+/)*$", "u");
const pattern29 = new RegExp("^https?://[^/?#\\s]+/?$", "u");
const pattern31 = new RegExp("^https?://[^\\s]+$", "u");
const pattern34 = new RegExp("^[\\w.-]*\\*?$", "u");
const pattern36 = new RegExp("^[^\\s@]+@[^\\s@]+$", "u");

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
if(!((((((((key1 === "Host") || (key1 === "Port")) || (key1 === "BaseUrl")) || (key1 === "BasePath")) || (key1 === "Name")) || (key1 === "NodeUrl")) || (key1 === "Tls")) || (key1 === "TrustedProxies"))){
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
if(data0.Name !== undefined){
let data5 = data0.Name;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data5 === "string"){
if(func2(data5) > 60){
return false;
}
else {
if(func2(data5) < 1){
return false;
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
if(data0.NodeUrl !== undefined){
let data6 = data0.NodeUrl;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data6 === "string"){
if(!pattern3.test(data6)){
return false;
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
if(data0.Tls !== undefined){
let data7 = data0.Tls;
const _errs17 = errors;
if(errors === _errs17){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing0;
if(((data7.Certificate === undefined) && (missing0 = "Certificate")) || ((data7.Key === undefined) && (missing0 = "Key"))){
return false;
}
else {
const _errs19 = errors;
for(const key2 in data7){
if(!(((key2 === "Certificate") || (key2 === "Key")) || (key2 === "MinVersion"))){
return false;
break;
}
}
if(_errs19 === errors){
if(data7.Certificate !== undefined){
let data8 = data7.Certificate;
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
if(data7.Key !== undefined){
let data9 = data7.Key;
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
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data7.MinVersion !== undefined){
let data10 = data7.MinVersion;
const _errs24 = errors;
if(typeof data10 !== "string"){
return false;
}
if(!((data10 === "TLSv1.2") || (data10 === "TLSv1.3"))){
return false;
}
var valid2 = _errs24 === errors;
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
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.TrustedProxies !== undefined){
let data11 = data0.TrustedProxies;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data11)){
var valid3 = true;
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
let data12 = data11[i0];
const _errs28 = errors;
if(errors === _errs28){
if(typeof data12 === "string"){
if(!pattern6.test(data12)){
return false;
}
}
else {
return false;
}
}
var valid3 = _errs28 === errors;
if(!valid3){
break;
}
}
}
else {
return false;
}
}
var valid1 = _errs26 === errors;
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
let data13 = data.Git;
const _errs30 = errors;
if(errors === _errs30){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
const _errs32 = errors;
for(const key3 in data13){
if(!(func1.call(schema19.properties.Git.properties, key3))){
return false;
break;
}
}
if(_errs32 === errors){
if(data13.Enabled !== undefined){
const _errs33 = errors;
if(typeof data13.Enabled !== "boolean"){
return false;
}
var valid4 = _errs33 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.Remote !== undefined){
let data15 = data13.Remote;
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
if(data13.Branch !== undefined){
let data16 = data13.Branch;
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
if(data13.Path !== undefined){
let data17 = data13.Path;
const _errs39 = errors;
if(errors === _errs39){
if(typeof data17 === "string"){
if(func2(data17) > 1024){
return false;
}
else {
if(!pattern7.test(data17)){
return false;
}
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
if(data13.PollInterval !== undefined){
let data18 = data13.PollInterval;
const _errs41 = errors;
if(!((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18)))){
return false;
}
if(errors === _errs41){
if(typeof data18 == "number"){
if(data18 > 86400 || isNaN(data18)){
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
if(data13.Timeout !== undefined){
let data19 = data13.Timeout;
const _errs43 = errors;
if(!((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19)))){
return false;
}
if(errors === _errs43){
if(typeof data19 == "number"){
if(data19 > 3600 || isNaN(data19)){
return false;
}
else {
if(data19 < 1 || isNaN(data19)){
return false;
}
}
}
}
var valid4 = _errs43 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.CaFile !== undefined){
let data20 = data13.CaFile;
const _errs45 = errors;
if(errors === _errs45){
if(typeof data20 === "string"){
if(func2(data20) < 1){
return false;
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
if(data13.Credentials !== undefined){
let data21 = data13.Credentials;
const _errs47 = errors;
if(errors === _errs47){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
const _errs49 = errors;
for(const key4 in data21){
if(!(((((key4 === "Secret") || (key4 === "Username")) || (key4 === "Token")) || (key4 === "KeyFile")) || (key4 === "KnownHostsFile"))){
return false;
break;
}
}
if(_errs49 === errors){
if(data21.Secret !== undefined){
let data22 = data21.Secret;
const _errs50 = errors;
if(errors === _errs50){
if(typeof data22 === "string"){
if(func2(data22) < 1){
return false;
}
else {
if(!pattern8.test(data22)){
return false;
}
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
if(data21.Username !== undefined){
let data23 = data21.Username;
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
if(data21.Token !== undefined){
let data24 = data21.Token;
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
if(data21.KeyFile !== undefined){
let data25 = data21.KeyFile;
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
if(valid5){
if(data21.KnownHostsFile !== undefined){
let data26 = data21.KnownHostsFile;
const _errs58 = errors;
if(errors === _errs58){
if(typeof data26 === "string"){
if(func2(data26) < 1){
return false;
}
}
else {
return false;
}
}
var valid5 = _errs58 === errors;
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
var valid4 = _errs47 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.WebhookSecrets !== undefined){
let data27 = data13.WebhookSecrets;
const _errs60 = errors;
if(errors === _errs60){
if(Array.isArray(data27)){
var valid6 = true;
const len1 = data27.length;
for(let i1=0; i1<len1; i1++){
let data28 = data27[i1];
const _errs62 = errors;
const _errs63 = errors;
let valid7 = false;
const _errs64 = errors;
if(errors === _errs64){
if(typeof data28 === "string"){
if(!pattern9.test(data28)){
errors++;
}
}
else {
errors++;
}
}
var _valid0 = _errs64 === errors;
valid7 = valid7 || _valid0;
if(!valid7){
const _errs66 = errors;
if(errors === _errs66){
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
let missing1;
if((data28.Secret === undefined) && (missing1 = "Secret")){
errors++;
}
else {
const _errs68 = errors;
for(const key5 in data28){
if(!((key5 === "Secret") || (key5 === "Key"))){
errors++;
break;
}
}
if(_errs68 === errors){
if(data28.Secret !== undefined){
let data29 = data28.Secret;
const _errs69 = errors;
if(errors === _errs69){
if(typeof data29 === "string"){
if(func2(data29) < 1){
errors++;
}
else {
if(!pattern8.test(data29)){
errors++;
}
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
if(valid8){
if(data28.Key !== undefined){
let data30 = data28.Key;
const _errs71 = errors;
if(errors === _errs71){
if(typeof data30 === "string"){
if(func2(data30) < 1){
errors++;
}
}
else {
errors++;
}
}
var valid8 = _errs71 === errors;
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
var _valid0 = _errs66 === errors;
valid7 = valid7 || _valid0;
}
if(!valid7){
errors++;
return false;
}
else {
errors = _errs63;
}
var valid6 = _errs62 === errors;
if(!valid6){
break;
}
}
}
else {
return false;
}
}
var valid4 = _errs60 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.Forge !== undefined){
let data31 = data13.Forge;
const _errs73 = errors;
if(errors === _errs73){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
const _errs75 = errors;
for(const key6 in data31){
if(!(((((key6 === "Type") || (key6 === "Url")) || (key6 === "Repository")) || (key6 === "Token")) || (key6 === "Secret"))){
return false;
break;
}
}
if(_errs75 === errors){
if(data31.Type !== undefined){
let data32 = data31.Type;
const _errs76 = errors;
if(typeof data32 !== "string"){
return false;
}
if(!((data32 === "github") || (data32 === "gitea"))){
return false;
}
var valid9 = _errs76 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data31.Url !== undefined){
let data33 = data31.Url;
const _errs78 = errors;
if(errors === _errs78){
if(typeof data33 === "string"){
if(!pattern11.test(data33)){
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
if(data31.Repository !== undefined){
let data34 = data31.Repository;
const _errs80 = errors;
if(errors === _errs80){
if(typeof data34 === "string"){
if(!pattern12.test(data34)){
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
if(data31.Token !== undefined){
let data35 = data31.Token;
const _errs82 = errors;
if(errors === _errs82){
if(typeof data35 === "string"){
if(func2(data35) < 1){
return false;
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
if(valid9){
if(data31.Secret !== undefined){
let data36 = data31.Secret;
const _errs84 = errors;
if(errors === _errs84){
if(typeof data36 === "string"){
if(func2(data36) < 1){
return false;
}
else {
if(!pattern8.test(data36)){
return false;
}
}
}
else {
return false;
}
}
var valid9 = _errs84 === errors;
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
var valid4 = _errs73 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.StatusUrl !== undefined){
let data37 = data13.StatusUrl;
const _errs86 = errors;
if(errors === _errs86){
if(typeof data37 === "string"){
if(!pattern14.test(data37)){
return false;
}
}
else {
return false;
}
}
var valid4 = _errs86 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.ApplyPolicy !== undefined){
let data38 = data13.ApplyPolicy;
const _errs88 = errors;
if(typeof data38 !== "string"){
return false;
}
if(!((data38 === "entity") || (data38 === "commit"))){
return false;
}
var valid4 = _errs88 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.PruneLimit !== undefined){
let data39 = data13.PruneLimit;
const _errs90 = errors;
if(!((typeof data39 == "number") && (!(data39 % 1) && !isNaN(data39)))){
return false;
}
if(errors === _errs90){
if(typeof data39 == "number"){
if(data39 > 100 || isNaN(data39)){
return false;
}
else {
if(data39 < 0 || isNaN(data39)){
return false;
}
}
}
}
var valid4 = _errs90 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.ProtectedBranches !== undefined){
let data40 = data13.ProtectedBranches;
const _errs92 = errors;
if(errors === _errs92){
if(Array.isArray(data40)){
var valid10 = true;
const len2 = data40.length;
for(let i2=0; i2<len2; i2++){
let data41 = data40[i2];
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
var valid10 = _errs94 === errors;
if(!valid10){
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
if(data13.ActiveBranches !== undefined){
let data42 = data13.ActiveBranches;
const _errs96 = errors;
if(errors === _errs96){
if(Array.isArray(data42)){
var valid11 = true;
const len3 = data42.length;
for(let i3=0; i3<len3; i3++){
let data43 = data42[i3];
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
var valid11 = _errs98 === errors;
if(!valid11){
break;
}
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
if(valid4){
if(data13.Directory !== undefined){
let data44 = data13.Directory;
const _errs100 = errors;
if(errors === _errs100){
if(typeof data44 === "string"){
if(func2(data44) < 1){
return false;
}
}
else {
return false;
}
}
var valid4 = _errs100 === errors;
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
var valid0 = _errs30 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.LocalOverlay !== undefined){
let data45 = data.LocalOverlay;
const _errs102 = errors;
if(errors === _errs102){
if(data45 && typeof data45 == "object" && !Array.isArray(data45)){
const _errs104 = errors;
for(const key7 in data45){
if(!((key7 === "Enabled") || (key7 === "Directory"))){
return false;
break;
}
}
if(_errs104 === errors){
if(data45.Enabled !== undefined){
const _errs105 = errors;
if(typeof data45.Enabled !== "boolean"){
return false;
}
var valid12 = _errs105 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data45.Directory !== undefined){
let data47 = data45.Directory;
const _errs107 = errors;
if(errors === _errs107){
if(typeof data47 === "string"){
if(func2(data47) < 1){
return false;
}
}
else {
return false;
}
}
var valid12 = _errs107 === errors;
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
var valid0 = _errs102 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Database !== undefined){
let data48 = data.Database;
const _errs109 = errors;
if(errors === _errs109){
if(data48 && typeof data48 == "object" && !Array.isArray(data48)){
const _errs111 = errors;
for(const key8 in data48){
if(!(key8 === "Url")){
return false;
break;
}
}
if(_errs111 === errors){
if(data48.Url !== undefined){
let data49 = data48.Url;
const _errs112 = errors;
if(errors === _errs112){
if(typeof data49 === "string"){
if(!pattern15.test(data49)){
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
var valid0 = _errs109 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Secrets !== undefined){
let data50 = data.Secrets;
const _errs114 = errors;
if(errors === _errs114){
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
const _errs116 = errors;
for(const key9 in data50){
if(!((((key9 === "MasterKey") || (key9 === "PreviousMasterKey")) || (key9 === "MasterKeyFile")) || (key9 === "Providers"))){
return false;
break;
}
}
if(_errs116 === errors){
if(data50.MasterKey !== undefined){
let data51 = data50.MasterKey;
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
if(data50.PreviousMasterKey !== undefined){
let data52 = data50.PreviousMasterKey;
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
if(data50.MasterKeyFile !== undefined){
let data53 = data50.MasterKeyFile;
const _errs121 = errors;
if(errors === _errs121){
if(typeof data53 === "string"){
if(func2(data53) < 1){
return false;
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
if(valid14){
if(data50.Providers !== undefined){
let data54 = data50.Providers;
const _errs123 = errors;
if(errors === _errs123){
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
for(const key10 in data54){
const _errs125 = errors;
if(typeof key10 === "string"){
if(!pattern16.test(key10)){
errors++;
}
}
var valid15 = _errs125 === errors;
if(!valid15){
errors++;
return false;
break;
}
}
if(valid15){
for(const key11 in data54){
let data55 = data54[key11];
const _errs127 = errors;
if(errors === _errs127){
if(data55 && typeof data55 == "object" && !Array.isArray(data55)){
if(Object.keys(data55).length > 1){
return false;
}
else {
if(Object.keys(data55).length < 1){
return false;
}
else {
const _errs129 = errors;
for(const key12 in data55){
if(!(((key12 === "Files") || (key12 === "Vault")) || (key12 === "Kubernetes"))){
return false;
break;
}
}
if(_errs129 === errors){
if(data55.Files !== undefined){
let data56 = data55.Files;
const _errs130 = errors;
if(errors === _errs130){
if(data56 && typeof data56 == "object" && !Array.isArray(data56)){
let missing2;
if((data56.Folder === undefined) && (missing2 = "Folder")){
return false;
}
else {
const _errs132 = errors;
for(const key13 in data56){
if(!(key13 === "Folder")){
return false;
break;
}
}
if(_errs132 === errors){
if(data56.Folder !== undefined){
let data57 = data56.Folder;
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
}
}
}
}
else {
return false;
}
}
var valid17 = _errs130 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data55.Vault !== undefined){
let data58 = data55.Vault;
const _errs135 = errors;
if(errors === _errs135){
if(data58 && typeof data58 == "object" && !Array.isArray(data58)){
let missing3;
if(((data58.Address === undefined) && (missing3 = "Address")) || ((data58.Auth === undefined) && (missing3 = "Auth"))){
return false;
}
else {
const _errs137 = errors;
for(const key14 in data58){
if(!(func1.call(schema19.properties.Secrets.properties.Providers.additionalProperties.properties.Vault.properties, key14))){
return false;
break;
}
}
if(_errs137 === errors){
if(data58.Address !== undefined){
let data59 = data58.Address;
const _errs138 = errors;
if(errors === _errs138){
if(typeof data59 === "string"){
if(!pattern17.test(data59)){
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
if(data58.Namespace !== undefined){
let data60 = data58.Namespace;
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
if(data58.Mount !== undefined){
let data61 = data58.Mount;
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
if(data58.Version !== undefined){
let data62 = data58.Version;
const _errs144 = errors;
if(!((typeof data62 == "number") && (!(data62 % 1) && !isNaN(data62)))){
return false;
}
if(!((data62 === 1) || (data62 === 2))){
return false;
}
var valid19 = _errs144 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data58.Path !== undefined){
let data63 = data58.Path;
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
if(data58.CaFile !== undefined){
let data64 = data58.CaFile;
const _errs148 = errors;
if(errors === _errs148){
if(typeof data64 === "string"){
if(func2(data64) < 1){
return false;
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
if(data58.Auth !== undefined){
let data65 = data58.Auth;
const _errs150 = errors;
if(errors === _errs150){
if(data65 && typeof data65 == "object" && !Array.isArray(data65)){
if(Object.keys(data65).length > 1){
return false;
}
else {
if(Object.keys(data65).length < 1){
return false;
}
else {
const _errs152 = errors;
for(const key15 in data65){
if(!(((key15 === "Token") || (key15 === "AppRole")) || (key15 === "Kubernetes"))){
return false;
break;
}
}
if(_errs152 === errors){
if(data65.Token !== undefined){
let data66 = data65.Token;
const _errs153 = errors;
if(errors === _errs153){
if(data66 && typeof data66 == "object" && !Array.isArray(data66)){
if(Object.keys(data66).length > 1){
return false;
}
else {
if(Object.keys(data66).length < 1){
return false;
}
else {
const _errs155 = errors;
for(const key16 in data66){
if(!(((key16 === "File") || (key16 === "Variable")) || (key16 === "Secret"))){
return false;
break;
}
}
if(_errs155 === errors){
if(data66.File !== undefined){
let data67 = data66.File;
const _errs156 = errors;
if(errors === _errs156){
if(typeof data67 === "string"){
if(func2(data67) < 1){
return false;
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
if(data66.Variable !== undefined){
let data68 = data66.Variable;
const _errs158 = errors;
if(errors === _errs158){
if(typeof data68 === "string"){
if(func2(data68) < 1){
return false;
}
else {
if(!pattern18.test(data68)){
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
if(valid21){
if(data66.Secret !== undefined){
let data69 = data66.Secret;
const _errs160 = errors;
if(errors === _errs160){
if(typeof data69 === "string"){
if(func2(data69) < 1){
return false;
}
else {
if(!pattern8.test(data69)){
return false;
}
}
}
else {
return false;
}
}
var valid21 = _errs160 === errors;
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
var valid20 = _errs153 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data65.AppRole !== undefined){
let data70 = data65.AppRole;
const _errs162 = errors;
if(errors === _errs162){
if(data70 && typeof data70 == "object" && !Array.isArray(data70)){
let missing4;
if(((data70.RoleId === undefined) && (missing4 = "RoleId")) || ((data70.SecretId === undefined) && (missing4 = "SecretId"))){
return false;
}
else {
const _errs164 = errors;
for(const key17 in data70){
if(!(((key17 === "RoleId") || (key17 === "SecretId")) || (key17 === "Mount"))){
return false;
break;
}
}
if(_errs164 === errors){
if(data70.RoleId !== undefined){
let data71 = data70.RoleId;
const _errs165 = errors;
if(errors === _errs165){
if(typeof data71 === "string"){
if(func2(data71) < 1){
return false;
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
if(data70.SecretId !== undefined){
let data72 = data70.SecretId;
const _errs167 = errors;
if(errors === _errs167){
if(data72 && typeof data72 == "object" && !Array.isArray(data72)){
if(Object.keys(data72).length > 1){
return false;
}
else {
if(Object.keys(data72).length < 1){
return false;
}
else {
const _errs169 = errors;
for(const key18 in data72){
if(!(((key18 === "File") || (key18 === "Variable")) || (key18 === "Secret"))){
return false;
break;
}
}
if(_errs169 === errors){
if(data72.File !== undefined){
let data73 = data72.File;
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
if(valid23){
if(data72.Variable !== undefined){
let data74 = data72.Variable;
const _errs172 = errors;
if(errors === _errs172){
if(typeof data74 === "string"){
if(func2(data74) < 1){
return false;
}
else {
if(!pattern18.test(data74)){
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
if(valid23){
if(data72.Secret !== undefined){
let data75 = data72.Secret;
const _errs174 = errors;
if(errors === _errs174){
if(typeof data75 === "string"){
if(func2(data75) < 1){
return false;
}
else {
if(!pattern8.test(data75)){
return false;
}
}
}
else {
return false;
}
}
var valid23 = _errs174 === errors;
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
var valid22 = _errs167 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data70.Mount !== undefined){
let data76 = data70.Mount;
const _errs176 = errors;
if(errors === _errs176){
if(typeof data76 === "string"){
if(func2(data76) < 1){
return false;
}
}
else {
return false;
}
}
var valid22 = _errs176 === errors;
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
var valid20 = _errs162 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data65.Kubernetes !== undefined){
let data77 = data65.Kubernetes;
const _errs178 = errors;
if(errors === _errs178){
if(data77 && typeof data77 == "object" && !Array.isArray(data77)){
let missing5;
if((data77.Role === undefined) && (missing5 = "Role")){
return false;
}
else {
const _errs180 = errors;
for(const key19 in data77){
if(!(((key19 === "Role") || (key19 === "TokenFile")) || (key19 === "Mount"))){
return false;
break;
}
}
if(_errs180 === errors){
if(data77.Role !== undefined){
let data78 = data77.Role;
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
if(data77.TokenFile !== undefined){
let data79 = data77.TokenFile;
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
if(data77.Mount !== undefined){
let data80 = data77.Mount;
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
}
}
}
}
}
else {
return false;
}
}
var valid20 = _errs178 === errors;
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
var valid19 = _errs150 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data58.Timeout !== undefined){
let data81 = data58.Timeout;
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
var valid19 = _errs187 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data58.Cache !== undefined){
let data82 = data58.Cache;
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
var valid19 = _errs189 === errors;
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
var valid17 = _errs135 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data55.Kubernetes !== undefined){
let data83 = data55.Kubernetes;
const _errs191 = errors;
if(errors === _errs191){
if(data83 && typeof data83 == "object" && !Array.isArray(data83)){
const _errs193 = errors;
for(const key20 in data83){
if(!((((((key20 === "Address") || (key20 === "Namespace")) || (key20 === "TokenFile")) || (key20 === "CaFile")) || (key20 === "Timeout")) || (key20 === "Cache"))){
return false;
break;
}
}
if(_errs193 === errors){
if(data83.Address !== undefined){
let data84 = data83.Address;
const _errs194 = errors;
if(errors === _errs194){
if(typeof data84 === "string"){
if(!pattern17.test(data84)){
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
if(data83.Namespace !== undefined){
let data85 = data83.Namespace;
const _errs196 = errors;
if(errors === _errs196){
if(typeof data85 === "string"){
if(func2(data85) < 1){
return false;
}
else {
if(!pattern23.test(data85)){
return false;
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
if(valid25){
if(data83.TokenFile !== undefined){
let data86 = data83.TokenFile;
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
if(data83.CaFile !== undefined){
let data87 = data83.CaFile;
const _errs200 = errors;
if(errors === _errs200){
if(typeof data87 === "string"){
if(func2(data87) < 1){
return false;
}
}
else {
return false;
}
}
var valid25 = _errs200 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data83.Timeout !== undefined){
let data88 = data83.Timeout;
const _errs202 = errors;
if(!((typeof data88 == "number") && (!(data88 % 1) && !isNaN(data88)))){
return false;
}
if(errors === _errs202){
if(typeof data88 == "number"){
if(data88 > 60 || isNaN(data88)){
return false;
}
else {
if(data88 < 1 || isNaN(data88)){
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
if(valid25){
if(data83.Cache !== undefined){
let data89 = data83.Cache;
const _errs204 = errors;
if(!((typeof data89 == "number") && (!(data89 % 1) && !isNaN(data89)))){
return false;
}
if(errors === _errs204){
if(typeof data89 == "number"){
if(data89 > 3600 || isNaN(data89)){
return false;
}
else {
if(data89 < 0 || isNaN(data89)){
return false;
}
}
}
}
var valid25 = _errs204 === errors;
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
var valid17 = _errs191 === errors;
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
var valid16 = _errs127 === errors;
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
var valid14 = _errs123 === errors;
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
var valid0 = _errs114 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Auth !== undefined){
let data90 = data.Auth;
const _errs206 = errors;
if(errors === _errs206){
if(data90 && typeof data90 == "object" && !Array.isArray(data90)){
const _errs208 = errors;
for(const key21 in data90){
if(!((((key21 === "AccessTokenMinutes") || (key21 === "SessionDays")) || (key21 === "Console")) || (key21 === "Oidc"))){
return false;
break;
}
}
if(_errs208 === errors){
if(data90.AccessTokenMinutes !== undefined){
let data91 = data90.AccessTokenMinutes;
const _errs209 = errors;
if(!((typeof data91 == "number") && (!(data91 % 1) && !isNaN(data91)))){
return false;
}
if(errors === _errs209){
if(typeof data91 == "number"){
if(data91 > 60 || isNaN(data91)){
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
if(data90.SessionDays !== undefined){
let data92 = data90.SessionDays;
const _errs211 = errors;
if(!((typeof data92 == "number") && (!(data92 % 1) && !isNaN(data92)))){
return false;
}
if(errors === _errs211){
if(typeof data92 == "number"){
if(data92 > 365 || isNaN(data92)){
return false;
}
else {
if(data92 < 1 || isNaN(data92)){
return false;
}
}
}
}
var valid26 = _errs211 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data90.Console !== undefined){
let data93 = data90.Console;
const _errs213 = errors;
if(errors === _errs213){
if(data93 && typeof data93 == "object" && !Array.isArray(data93)){
const _errs215 = errors;
for(const key22 in data93){
if(!(((key22 === "SessionHours") || (key22 === "IdleMinutes")) || (key22 === "Passwords"))){
return false;
break;
}
}
if(_errs215 === errors){
if(data93.SessionHours !== undefined){
let data94 = data93.SessionHours;
const _errs216 = errors;
if(!((typeof data94 == "number") && (!(data94 % 1) && !isNaN(data94)))){
return false;
}
if(errors === _errs216){
if(typeof data94 == "number"){
if(data94 > 720 || isNaN(data94)){
return false;
}
else {
if(data94 < 1 || isNaN(data94)){
return false;
}
}
}
}
var valid27 = _errs216 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data93.IdleMinutes !== undefined){
let data95 = data93.IdleMinutes;
const _errs218 = errors;
if(!((typeof data95 == "number") && (!(data95 % 1) && !isNaN(data95)))){
return false;
}
if(errors === _errs218){
if(typeof data95 == "number"){
if(data95 > 43200 || isNaN(data95)){
return false;
}
else {
if(data95 < 5 || isNaN(data95)){
return false;
}
}
}
}
var valid27 = _errs218 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data93.Passwords !== undefined){
const _errs220 = errors;
if(typeof data93.Passwords !== "boolean"){
return false;
}
var valid27 = _errs220 === errors;
}
else {
var valid27 = true;
}
}
}
}
}
else {
return false;
}
}
var valid26 = _errs213 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data90.Oidc !== undefined){
let data97 = data90.Oidc;
const _errs222 = errors;
if(errors === _errs222){
if(data97 && typeof data97 == "object" && !Array.isArray(data97)){
let missing6;
if(((data97.Issuer === undefined) && (missing6 = "Issuer")) || ((data97.Audience === undefined) && (missing6 = "Audience"))){
return false;
}
else {
const _errs224 = errors;
for(const key23 in data97){
if(!(func1.call(schema19.properties.Auth.properties.Oidc.properties, key23))){
return false;
break;
}
}
if(_errs224 === errors){
if(data97.Issuer !== undefined){
let data98 = data97.Issuer;
const _errs225 = errors;
if(errors === _errs225){
if(typeof data98 === "string"){
if(!pattern24.test(data98)){
return false;
}
}
else {
return false;
}
}
var valid28 = _errs225 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data97.Audience !== undefined){
let data99 = data97.Audience;
const _errs227 = errors;
if(errors === _errs227){
if(typeof data99 === "string"){
if(func2(data99) < 1){
return false;
}
}
else {
return false;
}
}
var valid28 = _errs227 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data97.NameClaim !== undefined){
let data100 = data97.NameClaim;
const _errs229 = errors;
if(errors === _errs229){
if(typeof data100 === "string"){
if(func2(data100) < 1){
return false;
}
}
else {
return false;
}
}
var valid28 = _errs229 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data97.RoleClaim !== undefined){
let data101 = data97.RoleClaim;
const _errs231 = errors;
if(errors === _errs231){
if(typeof data101 === "string"){
if(func2(data101) < 1){
return false;
}
}
else {
return false;
}
}
var valid28 = _errs231 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data97.Roles !== undefined){
let data102 = data97.Roles;
const _errs233 = errors;
if(errors === _errs233){
if(data102 && typeof data102 == "object" && !Array.isArray(data102)){
for(const key24 in data102){
let data103 = data102[key24];
const _errs236 = errors;
if(typeof data103 !== "string"){
return false;
}
if(!((((data103 === "viewer") || (data103 === "operator")) || (data103 === "editor")) || (data103 === "admin"))){
return false;
}
var valid29 = _errs236 === errors;
if(!valid29){
break;
}
}
}
else {
return false;
}
}
var valid28 = _errs233 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data97.Clients !== undefined){
let data104 = data97.Clients;
const _errs238 = errors;
if(errors === _errs238){
if(data104 && typeof data104 == "object" && !Array.isArray(data104)){
for(const key25 in data104){
let data105 = data104[key25];
const _errs241 = errors;
if(typeof data105 !== "string"){
return false;
}
if(!(((data105 === "person") || (data105 === "service")) || (data105 === "agent"))){
return false;
}
var valid30 = _errs241 === errors;
if(!valid30){
break;
}
}
}
else {
return false;
}
}
var valid28 = _errs238 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data97.DefaultRole !== undefined){
let data106 = data97.DefaultRole;
const _errs243 = errors;
if(typeof data106 !== "string"){
return false;
}
if(!((((data106 === "viewer") || (data106 === "operator")) || (data106 === "editor")) || (data106 === "admin"))){
return false;
}
var valid28 = _errs243 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data97.Algorithms !== undefined){
let data107 = data97.Algorithms;
const _errs245 = errors;
if(errors === _errs245){
if(Array.isArray(data107)){
if(data107.length < 1){
return false;
}
else {
var valid31 = true;
const len4 = data107.length;
for(let i4=0; i4<len4; i4++){
let data108 = data107[i4];
const _errs247 = errors;
if(typeof data108 !== "string"){
return false;
}
if(!((((((((((data108 === "RS256") || (data108 === "RS384")) || (data108 === "RS512")) || (data108 === "PS256")) || (data108 === "PS384")) || (data108 === "PS512")) || (data108 === "ES256")) || (data108 === "ES384")) || (data108 === "ES512")) || (data108 === "EdDSA"))){
return false;
}
var valid31 = _errs247 === errors;
if(!valid31){
break;
}
}
}
}
else {
return false;
}
}
var valid28 = _errs245 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data97.ClockTolerance !== undefined){
let data109 = data97.ClockTolerance;
const _errs249 = errors;
if(!((typeof data109 == "number") && (!(data109 % 1) && !isNaN(data109)))){
return false;
}
if(errors === _errs249){
if(typeof data109 == "number"){
if(data109 > 300 || isNaN(data109)){
return false;
}
else {
if(data109 < 0 || isNaN(data109)){
return false;
}
}
}
}
var valid28 = _errs249 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data97.Login !== undefined){
let data110 = data97.Login;
const _errs251 = errors;
if(errors === _errs251){
if(data110 && typeof data110 == "object" && !Array.isArray(data110)){
let missing7;
if((data110.ClientId === undefined) && (missing7 = "ClientId")){
return false;
}
else {
const _errs253 = errors;
for(const key26 in data110){
if(!(((((key26 === "ClientId") || (key26 === "Secret")) || (key26 === "ClientSecret")) || (key26 === "Title")) || (key26 === "Scopes"))){
return false;
break;
}
}
if(_errs253 === errors){
if(data110.ClientId !== undefined){
let data111 = data110.ClientId;
const _errs254 = errors;
if(errors === _errs254){
if(typeof data111 === "string"){
if(func2(data111) < 1){
return false;
}
}
else {
return false;
}
}
var valid32 = _errs254 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data110.Secret !== undefined){
let data112 = data110.Secret;
const _errs256 = errors;
if(errors === _errs256){
if(typeof data112 === "string"){
if(func2(data112) < 1){
return false;
}
else {
if(!pattern8.test(data112)){
return false;
}
}
}
else {
return false;
}
}
var valid32 = _errs256 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data110.ClientSecret !== undefined){
let data113 = data110.ClientSecret;
const _errs258 = errors;
if(errors === _errs258){
if(typeof data113 === "string"){
if(func2(data113) < 1){
return false;
}
}
else {
return false;
}
}
var valid32 = _errs258 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data110.Title !== undefined){
let data114 = data110.Title;
const _errs260 = errors;
if(errors === _errs260){
if(typeof data114 === "string"){
if(func2(data114) > 60){
return false;
}
else {
if(func2(data114) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid32 = _errs260 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data110.Scopes !== undefined){
let data115 = data110.Scopes;
const _errs262 = errors;
if(errors === _errs262){
if(Array.isArray(data115)){
var valid33 = true;
const len5 = data115.length;
for(let i5=0; i5<len5; i5++){
let data116 = data115[i5];
const _errs264 = errors;
if(errors === _errs264){
if(typeof data116 === "string"){
if(func2(data116) < 1){
return false;
}
}
else {
return false;
}
}
var valid33 = _errs264 === errors;
if(!valid33){
break;
}
}
}
else {
return false;
}
}
var valid32 = _errs262 === errors;
}
else {
var valid32 = true;
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
var valid28 = _errs251 === errors;
}
else {
var valid28 = true;
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
var valid26 = _errs222 === errors;
}
else {
var valid26 = true;
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
var valid0 = _errs206 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Limits !== undefined){
let data117 = data.Limits;
const _errs266 = errors;
if(errors === _errs266){
if(data117 && typeof data117 == "object" && !Array.isArray(data117)){
const _errs268 = errors;
for(const key27 in data117){
if(!(func1.call(schema19.properties.Limits.properties, key27))){
return false;
break;
}
}
if(_errs268 === errors){
if(data117.RequestBody !== undefined){
let data118 = data117.RequestBody;
const _errs269 = errors;
if(!((typeof data118 == "number") && (!(data118 % 1) && !isNaN(data118)))){
return false;
}
if(errors === _errs269){
if(typeof data118 == "number"){
if(data118 > 104857600 || isNaN(data118)){
return false;
}
else {
if(data118 < 1024 || isNaN(data118)){
return false;
}
}
}
}
var valid34 = _errs269 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.QueryDepth !== undefined){
let data119 = data117.QueryDepth;
const _errs271 = errors;
if(!((typeof data119 == "number") && (!(data119 % 1) && !isNaN(data119)))){
return false;
}
if(errors === _errs271){
if(typeof data119 == "number"){
if(data119 > 50 || isNaN(data119)){
return false;
}
else {
if(data119 < 3 || isNaN(data119)){
return false;
}
}
}
}
var valid34 = _errs271 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.QueryCost !== undefined){
let data120 = data117.QueryCost;
const _errs273 = errors;
if(!((typeof data120 == "number") && (!(data120 % 1) && !isNaN(data120)))){
return false;
}
if(errors === _errs273){
if(typeof data120 == "number"){
if(data120 > 1000000 || isNaN(data120)){
return false;
}
else {
if(data120 < 100 || isNaN(data120)){
return false;
}
}
}
}
var valid34 = _errs273 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.Subscriptions !== undefined){
let data121 = data117.Subscriptions;
const _errs275 = errors;
if(!((typeof data121 == "number") && (!(data121 % 1) && !isNaN(data121)))){
return false;
}
if(errors === _errs275){
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
var valid34 = _errs275 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.Streams !== undefined){
let data122 = data117.Streams;
const _errs277 = errors;
if(!((typeof data122 == "number") && (!(data122 % 1) && !isNaN(data122)))){
return false;
}
if(errors === _errs277){
if(typeof data122 == "number"){
if(data122 > 100000 || isNaN(data122)){
return false;
}
else {
if(data122 < 1 || isNaN(data122)){
return false;
}
}
}
}
var valid34 = _errs277 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.YamlFile !== undefined){
let data123 = data117.YamlFile;
const _errs279 = errors;
if(!((typeof data123 == "number") && (!(data123 % 1) && !isNaN(data123)))){
return false;
}
if(errors === _errs279){
if(typeof data123 == "number"){
if(data123 > 16777216 || isNaN(data123)){
return false;
}
else {
if(data123 < 1024 || isNaN(data123)){
return false;
}
}
}
}
var valid34 = _errs279 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.YamlDepth !== undefined){
let data124 = data117.YamlDepth;
const _errs281 = errors;
if(!((typeof data124 == "number") && (!(data124 % 1) && !isNaN(data124)))){
return false;
}
if(errors === _errs281){
if(typeof data124 == "number"){
if(data124 > 500 || isNaN(data124)){
return false;
}
else {
if(data124 < 8 || isNaN(data124)){
return false;
}
}
}
}
var valid34 = _errs281 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.YamlAliases !== undefined){
let data125 = data117.YamlAliases;
const _errs283 = errors;
if(!((typeof data125 == "number") && (!(data125 % 1) && !isNaN(data125)))){
return false;
}
if(errors === _errs283){
if(typeof data125 == "number"){
if(data125 > 10000 || isNaN(data125)){
return false;
}
else {
if(data125 < 0 || isNaN(data125)){
return false;
}
}
}
}
var valid34 = _errs283 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.FlowInput !== undefined){
let data126 = data117.FlowInput;
const _errs285 = errors;
if(!((typeof data126 == "number") && (!(data126 % 1) && !isNaN(data126)))){
return false;
}
if(errors === _errs285){
if(typeof data126 == "number"){
if(data126 > 8388608 || isNaN(data126)){
return false;
}
else {
if(data126 < 1024 || isNaN(data126)){
return false;
}
}
}
}
var valid34 = _errs285 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.TaskOutput !== undefined){
let data127 = data117.TaskOutput;
const _errs287 = errors;
if(!((typeof data127 == "number") && (!(data127 % 1) && !isNaN(data127)))){
return false;
}
if(errors === _errs287){
if(typeof data127 == "number"){
if(data127 > 8388608 || isNaN(data127)){
return false;
}
else {
if(data127 < 1024 || isNaN(data127)){
return false;
}
}
}
}
var valid34 = _errs287 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.RunLog !== undefined){
let data128 = data117.RunLog;
const _errs289 = errors;
if(!((typeof data128 == "number") && (!(data128 % 1) && !isNaN(data128)))){
return false;
}
if(errors === _errs289){
if(typeof data128 == "number"){
if(data128 > 1073741824 || isNaN(data128)){
return false;
}
else {
if(data128 < 1024 || isNaN(data128)){
return false;
}
}
}
}
var valid34 = _errs289 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.RunTasks !== undefined){
let data129 = data117.RunTasks;
const _errs291 = errors;
if(!((typeof data129 == "number") && (!(data129 % 1) && !isNaN(data129)))){
return false;
}
if(errors === _errs291){
if(typeof data129 == "number"){
if(data129 > 10000000 || isNaN(data129)){
return false;
}
else {
if(data129 < 100 || isNaN(data129)){
return false;
}
}
}
}
var valid34 = _errs291 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.RunJournal !== undefined){
let data130 = data117.RunJournal;
const _errs293 = errors;
if(!((typeof data130 == "number") && (!(data130 % 1) && !isNaN(data130)))){
return false;
}
if(errors === _errs293){
if(typeof data130 == "number"){
if(data130 > 1073741824 || isNaN(data130)){
return false;
}
else {
if(data130 < 65536 || isNaN(data130)){
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
if(data117.File !== undefined){
let data131 = data117.File;
const _errs295 = errors;
if(!((typeof data131 == "number") && (!(data131 % 1) && !isNaN(data131)))){
return false;
}
if(errors === _errs295){
if(typeof data131 == "number"){
if(data131 > 68719476736 || isNaN(data131)){
return false;
}
else {
if(data131 < 1024 || isNaN(data131)){
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
if(data117.FilesPerRun !== undefined){
let data132 = data117.FilesPerRun;
const _errs297 = errors;
if(!((typeof data132 == "number") && (!(data132 % 1) && !isNaN(data132)))){
return false;
}
if(errors === _errs297){
if(typeof data132 == "number"){
if(data132 > 100000 || isNaN(data132)){
return false;
}
else {
if(data132 < 1 || isNaN(data132)){
return false;
}
}
}
}
var valid34 = _errs297 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.RunNesting !== undefined){
let data133 = data117.RunNesting;
const _errs299 = errors;
if(!((typeof data133 == "number") && (!(data133 % 1) && !isNaN(data133)))){
return false;
}
if(errors === _errs299){
if(typeof data133 == "number"){
if(data133 > 256 || isNaN(data133)){
return false;
}
else {
if(data133 < 1 || isNaN(data133)){
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
if(valid34){
if(data117.RunChildren !== undefined){
let data134 = data117.RunChildren;
const _errs301 = errors;
if(!((typeof data134 == "number") && (!(data134 % 1) && !isNaN(data134)))){
return false;
}
if(errors === _errs301){
if(typeof data134 == "number"){
if(data134 > 1000000 || isNaN(data134)){
return false;
}
else {
if(data134 < 1 || isNaN(data134)){
return false;
}
}
}
}
var valid34 = _errs301 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.ListPage !== undefined){
let data135 = data117.ListPage;
const _errs303 = errors;
if(!((typeof data135 == "number") && (!(data135 % 1) && !isNaN(data135)))){
return false;
}
if(errors === _errs303){
if(typeof data135 == "number"){
if(data135 > 1000 || isNaN(data135)){
return false;
}
else {
if(data135 < 1 || isNaN(data135)){
return false;
}
}
}
}
var valid34 = _errs303 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.FlowDuration !== undefined){
let data136 = data117.FlowDuration;
const _errs305 = errors;
if(!((typeof data136 == "number") && (!(data136 % 1) && !isNaN(data136)))){
return false;
}
if(errors === _errs305){
if(typeof data136 == "number"){
if(data136 > 3153600000 || isNaN(data136)){
return false;
}
else {
if(data136 < 1 || isNaN(data136)){
return false;
}
}
}
}
var valid34 = _errs305 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.ConcurrentRuns !== undefined){
let data137 = data117.ConcurrentRuns;
const _errs307 = errors;
if(!((typeof data137 == "number") && (!(data137 % 1) && !isNaN(data137)))){
return false;
}
if(errors === _errs307){
if(typeof data137 == "number"){
if(data137 > 100000 || isNaN(data137)){
return false;
}
else {
if(data137 < 1 || isNaN(data137)){
return false;
}
}
}
}
var valid34 = _errs307 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.PendingRuns !== undefined){
let data138 = data117.PendingRuns;
const _errs309 = errors;
if(!((typeof data138 == "number") && (!(data138 % 1) && !isNaN(data138)))){
return false;
}
if(errors === _errs309){
if(typeof data138 == "number"){
if(data138 > 10000000 || isNaN(data138)){
return false;
}
else {
if(data138 < 1 || isNaN(data138)){
return false;
}
}
}
}
var valid34 = _errs309 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.CallsInFlight !== undefined){
let data139 = data117.CallsInFlight;
const _errs311 = errors;
if(!((typeof data139 == "number") && (!(data139 % 1) && !isNaN(data139)))){
return false;
}
if(errors === _errs311){
if(typeof data139 == "number"){
if(data139 > 100000 || isNaN(data139)){
return false;
}
else {
if(data139 < 1 || isNaN(data139)){
return false;
}
}
}
}
var valid34 = _errs311 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.Shares !== undefined){
let data140 = data117.Shares;
const _errs313 = errors;
if(errors === _errs313){
if(Array.isArray(data140)){
if(data140.length > 100){
return false;
}
else {
var valid35 = true;
const len6 = data140.length;
for(let i6=0; i6<len6; i6++){
let data141 = data140[i6];
const _errs315 = errors;
if(errors === _errs315){
if(data141 && typeof data141 == "object" && !Array.isArray(data141)){
if(Object.keys(data141).length < 2){
return false;
}
else {
let missing8;
if((data141.weight === undefined) && (missing8 = "weight")){
return false;
}
else {
const _errs317 = errors;
for(const key28 in data141){
if(!(((key28 === "branch") || (key28 === "flow")) || (key28 === "weight"))){
return false;
break;
}
}
if(_errs317 === errors){
if(data141.branch !== undefined){
let data142 = data141.branch;
const _errs318 = errors;
if(errors === _errs318){
if(typeof data142 === "string"){
if(func2(data142) > 255){
return false;
}
else {
if(func2(data142) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid36 = _errs318 === errors;
}
else {
var valid36 = true;
}
if(valid36){
if(data141.flow !== undefined){
let data143 = data141.flow;
const _errs320 = errors;
if(errors === _errs320){
if(typeof data143 === "string"){
if(func2(data143) > 255){
return false;
}
else {
if(func2(data143) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid36 = _errs320 === errors;
}
else {
var valid36 = true;
}
if(valid36){
if(data141.weight !== undefined){
let data144 = data141.weight;
const _errs322 = errors;
if(!((typeof data144 == "number") && (!(data144 % 1) && !isNaN(data144)))){
return false;
}
if(errors === _errs322){
if(typeof data144 == "number"){
if(data144 > 100 || isNaN(data144)){
return false;
}
else {
if(data144 < 1 || isNaN(data144)){
return false;
}
}
}
}
var valid36 = _errs322 === errors;
}
else {
var valid36 = true;
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
var valid35 = _errs315 === errors;
if(!valid35){
break;
}
}
}
}
else {
return false;
}
}
var valid34 = _errs313 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.GitTransfer !== undefined){
let data145 = data117.GitTransfer;
const _errs324 = errors;
if(!((typeof data145 == "number") && (!(data145 % 1) && !isNaN(data145)))){
return false;
}
if(errors === _errs324){
if(typeof data145 == "number"){
if(data145 > 4294967296 || isNaN(data145)){
return false;
}
else {
if(data145 < 1048576 || isNaN(data145)){
return false;
}
}
}
}
var valid34 = _errs324 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.RequestsPerMinute !== undefined){
let data146 = data117.RequestsPerMinute;
const _errs326 = errors;
if(!((typeof data146 == "number") && (!(data146 % 1) && !isNaN(data146)))){
return false;
}
if(errors === _errs326){
if(typeof data146 == "number"){
if(data146 > 10000000 || isNaN(data146)){
return false;
}
else {
if(data146 < 1 || isNaN(data146)){
return false;
}
}
}
}
var valid34 = _errs326 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.WebhooksPerMinute !== undefined){
let data147 = data117.WebhooksPerMinute;
const _errs328 = errors;
if(!((typeof data147 == "number") && (!(data147 % 1) && !isNaN(data147)))){
return false;
}
if(errors === _errs328){
if(typeof data147 == "number"){
if(data147 > 10000000 || isNaN(data147)){
return false;
}
else {
if(data147 < 1 || isNaN(data147)){
return false;
}
}
}
}
var valid34 = _errs328 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data117.SignInsPerMinute !== undefined){
let data148 = data117.SignInsPerMinute;
const _errs330 = errors;
if(!((typeof data148 == "number") && (!(data148 % 1) && !isNaN(data148)))){
return false;
}
if(errors === _errs330){
if(typeof data148 == "number"){
if(data148 > 10000 || isNaN(data148)){
return false;
}
else {
if(data148 < 1 || isNaN(data148)){
return false;
}
}
}
}
var valid34 = _errs330 === errors;
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
var valid0 = _errs266 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Flows !== undefined){
let data149 = data.Flows;
const _errs332 = errors;
if(errors === _errs332){
if(data149 && typeof data149 == "object" && !Array.isArray(data149)){
const _errs334 = errors;
for(const key29 in data149){
if(!(((((key29 === "Environment") || (key29 === "AllowPrivateNetworks")) || (key29 === "AllowContainers")) || (key29 === "AllowProcesses")) || (key29 === "Python"))){
return false;
break;
}
}
if(_errs334 === errors){
if(data149.Environment !== undefined){
let data150 = data149.Environment;
const _errs335 = errors;
if(errors === _errs335){
if(typeof data150 === "string"){
if(!pattern26.test(data150)){
return false;
}
}
else {
return false;
}
}
var valid37 = _errs335 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data149.AllowPrivateNetworks !== undefined){
const _errs337 = errors;
if(typeof data149.AllowPrivateNetworks !== "boolean"){
return false;
}
var valid37 = _errs337 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data149.AllowContainers !== undefined){
const _errs339 = errors;
if(typeof data149.AllowContainers !== "boolean"){
return false;
}
var valid37 = _errs339 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data149.AllowProcesses !== undefined){
const _errs341 = errors;
if(typeof data149.AllowProcesses !== "boolean"){
return false;
}
var valid37 = _errs341 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data149.Python !== undefined){
let data154 = data149.Python;
const _errs343 = errors;
if(errors === _errs343){
if(typeof data154 === "string"){
if(func2(data154) < 1){
return false;
}
}
else {
return false;
}
}
var valid37 = _errs343 === errors;
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
var valid0 = _errs332 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Connections !== undefined){
let data155 = data.Connections;
const _errs345 = errors;
if(errors === _errs345){
if(data155 && typeof data155 == "object" && !Array.isArray(data155)){
const _errs347 = errors;
for(const key30 in data155){
if(!(key30 === "TestEvery")){
return false;
break;
}
}
if(_errs347 === errors){
if(data155.TestEvery !== undefined){
let data156 = data155.TestEvery;
const _errs348 = errors;
if(!((typeof data156 == "number") && (!(data156 % 1) && !isNaN(data156)))){
return false;
}
if(errors === _errs348){
if(typeof data156 == "number"){
if(data156 > 86400 || isNaN(data156)){
return false;
}
else {
if(data156 < 60 || isNaN(data156)){
return false;
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
var valid0 = _errs345 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Connectors !== undefined){
let data157 = data.Connectors;
const _errs350 = errors;
if(errors === _errs350){
if(data157 && typeof data157 == "object" && !Array.isArray(data157)){
const _errs352 = errors;
for(const key31 in data157){
if(!((key31 === "Sql") || (key31 === "Packages"))){
return false;
break;
}
}
if(_errs352 === errors){
if(data157.Sql !== undefined){
let data158 = data157.Sql;
const _errs353 = errors;
if(errors === _errs353){
if(data158 && typeof data158 == "object" && !Array.isArray(data158)){
const _errs355 = errors;
for(const key32 in data158){
if(!((key32 === "Directory") || (key32 === "AllowAnyFile"))){
return false;
break;
}
}
if(_errs355 === errors){
if(data158.Directory !== undefined){
let data159 = data158.Directory;
const _errs356 = errors;
if(errors === _errs356){
if(typeof data159 === "string"){
if(func2(data159) < 1){
return false;
}
}
else {
return false;
}
}
var valid40 = _errs356 === errors;
}
else {
var valid40 = true;
}
if(valid40){
if(data158.AllowAnyFile !== undefined){
const _errs358 = errors;
if(typeof data158.AllowAnyFile !== "boolean"){
return false;
}
var valid40 = _errs358 === errors;
}
else {
var valid40 = true;
}
}
}
}
else {
return false;
}
}
var valid39 = _errs353 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data157.Packages !== undefined){
let data161 = data157.Packages;
const _errs360 = errors;
if(errors === _errs360){
if(Array.isArray(data161)){
var valid41 = true;
const len7 = data161.length;
for(let i7=0; i7<len7; i7++){
let data162 = data161[i7];
const _errs362 = errors;
if(errors === _errs362){
if(typeof data162 === "string"){
if(func2(data162) < 1){
return false;
}
}
else {
return false;
}
}
var valid41 = _errs362 === errors;
if(!valid41){
break;
}
}
}
else {
return false;
}
}
var valid39 = _errs360 === errors;
}
else {
var valid39 = true;
}
}
}
}
else {
return false;
}
}
var valid0 = _errs350 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Files !== undefined){
let data163 = data.Files;
const _errs364 = errors;
if(errors === _errs364){
if(data163 && typeof data163 == "object" && !Array.isArray(data163)){
const _errs366 = errors;
for(const key33 in data163){
if(!(key33 === "Bucket")){
return false;
break;
}
}
if(_errs366 === errors){
if(data163.Bucket !== undefined){
let data164 = data163.Bucket;
const _errs367 = errors;
if(errors === _errs367){
if(data164 && typeof data164 == "object" && !Array.isArray(data164)){
let missing9;
if(((data164.Name === undefined) && (missing9 = "Name")) || ((data164.Secret === undefined) && (missing9 = "Secret"))){
return false;
}
else {
const _errs369 = errors;
for(const key34 in data164){
if(!((((((key34 === "Name") || (key34 === "Prefix")) || (key34 === "Region")) || (key34 === "Endpoint")) || (key34 === "PathStyle")) || (key34 === "Secret"))){
return false;
break;
}
}
if(_errs369 === errors){
if(data164.Name !== undefined){
let data165 = data164.Name;
const _errs370 = errors;
if(errors === _errs370){
if(typeof data165 === "string"){
if(!pattern27.test(data165)){
return false;
}
}
else {
return false;
}
}
var valid43 = _errs370 === errors;
}
else {
var valid43 = true;
}
if(valid43){
if(data164.Prefix !== undefined){
let data166 = data164.Prefix;
const _errs372 = errors;
if(errors === _errs372){
if(typeof data166 === "string"){
if(!pattern28.test(data166)){
return false;
}
}
else {
return false;
}
}
var valid43 = _errs372 === errors;
}
else {
var valid43 = true;
}
if(valid43){
if(data164.Region !== undefined){
let data167 = data164.Region;
const _errs374 = errors;
if(errors === _errs374){
if(typeof data167 === "string"){
if(func2(data167) < 1){
return false;
}
}
else {
return false;
}
}
var valid43 = _errs374 === errors;
}
else {
var valid43 = true;
}
if(valid43){
if(data164.Endpoint !== undefined){
let data168 = data164.Endpoint;
const _errs376 = errors;
if(errors === _errs376){
if(typeof data168 === "string"){
if(!pattern29.test(data168)){
return false;
}
}
else {
return false;
}
}
var valid43 = _errs376 === errors;
}
else {
var valid43 = true;
}
if(valid43){
if(data164.PathStyle !== undefined){
const _errs378 = errors;
if(typeof data164.PathStyle !== "boolean"){
return false;
}
var valid43 = _errs378 === errors;
}
else {
var valid43 = true;
}
if(valid43){
if(data164.Secret !== undefined){
let data170 = data164.Secret;
const _errs380 = errors;
if(errors === _errs380){
if(typeof data170 === "string"){
if(func2(data170) < 1){
return false;
}
else {
if(!pattern8.test(data170)){
return false;
}
}
}
else {
return false;
}
}
var valid43 = _errs380 === errors;
}
else {
var valid43 = true;
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
var valid0 = _errs364 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Backups !== undefined){
let data171 = data.Backups;
const _errs382 = errors;
if(errors === _errs382){
if(data171 && typeof data171 == "object" && !Array.isArray(data171)){
const _errs384 = errors;
for(const key35 in data171){
if(!((((((key35 === "Schedule") || (key35 === "Categories")) || (key35 === "Keep")) || (key35 === "KeepDays")) || (key35 === "Directory")) || (key35 === "LargestUpload"))){
return false;
break;
}
}
if(_errs384 === errors){
if(data171.Schedule !== undefined){
let data172 = data171.Schedule;
const _errs385 = errors;
if(errors === _errs385){
if(typeof data172 === "string"){
if(func2(data172) > 200){
return false;
}
else {
if(func2(data172) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid44 = _errs385 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data171.Categories !== undefined){
let data173 = data171.Categories;
const _errs387 = errors;
if(errors === _errs387){
if(Array.isArray(data173)){
if(data173.length < 1){
return false;
}
else {
var valid45 = true;
const len8 = data173.length;
for(let i8=0; i8<len8; i8++){
let data174 = data173[i8];
const _errs389 = errors;
if(typeof data174 !== "string"){
return false;
}
if(!((((((((data174 === "flows") || (data174 === "environments")) || (data174 === "connections")) || (data174 === "config")) || (data174 === "secrets")) || (data174 === "users")) || (data174 === "runs")) || (data174 === "settings"))){
return false;
}
var valid45 = _errs389 === errors;
if(!valid45){
break;
}
}
if(valid45){
let i9 = data173.length;
let j0;
if(i9 > 1){
const indices0 = {};
for(;i9--;){
let item0 = data173[i9];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
return false;
break;
}
indices0[item0] = i9;
}
}
}
}
}
else {
return false;
}
}
var valid44 = _errs387 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data171.Keep !== undefined){
let data175 = data171.Keep;
const _errs391 = errors;
if(!((typeof data175 == "number") && (!(data175 % 1) && !isNaN(data175)))){
return false;
}
if(errors === _errs391){
if(typeof data175 == "number"){
if(data175 > 10000 || isNaN(data175)){
return false;
}
else {
if(data175 < 1 || isNaN(data175)){
return false;
}
}
}
}
var valid44 = _errs391 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data171.KeepDays !== undefined){
let data176 = data171.KeepDays;
const _errs393 = errors;
if(!((typeof data176 == "number") && (!(data176 % 1) && !isNaN(data176)))){
return false;
}
if(errors === _errs393){
if(typeof data176 == "number"){
if(data176 > 36500 || isNaN(data176)){
return false;
}
else {
if(data176 < 1 || isNaN(data176)){
return false;
}
}
}
}
var valid44 = _errs393 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data171.Directory !== undefined){
let data177 = data171.Directory;
const _errs395 = errors;
if(errors === _errs395){
if(typeof data177 === "string"){
if(func2(data177) < 1){
return false;
}
}
else {
return false;
}
}
var valid44 = _errs395 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data171.LargestUpload !== undefined){
let data178 = data171.LargestUpload;
const _errs397 = errors;
if(!((typeof data178 == "number") && (!(data178 % 1) && !isNaN(data178)))){
return false;
}
if(errors === _errs397){
if(typeof data178 == "number"){
if(data178 > 1099511627776 || isNaN(data178)){
return false;
}
else {
if(data178 < 1048576 || isNaN(data178)){
return false;
}
}
}
}
var valid44 = _errs397 === errors;
}
else {
var valid44 = true;
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
var valid0 = _errs382 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Retention !== undefined){
let data179 = data.Retention;
const _errs399 = errors;
if(errors === _errs399){
if(data179 && typeof data179 == "object" && !Array.isArray(data179)){
const _errs401 = errors;
for(const key36 in data179){
if(!(func1.call(schema19.properties.Retention.properties, key36))){
return false;
break;
}
}
if(_errs401 === errors){
if(data179.CompletedRuns !== undefined){
let data180 = data179.CompletedRuns;
const _errs402 = errors;
if(!((typeof data180 == "number") && (!(data180 % 1) && !isNaN(data180)))){
return false;
}
if(errors === _errs402){
if(typeof data180 == "number"){
if(data180 > 36500 || isNaN(data180)){
return false;
}
else {
if(data180 < 1 || isNaN(data180)){
return false;
}
}
}
}
var valid47 = _errs402 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data179.FaultedRuns !== undefined){
let data181 = data179.FaultedRuns;
const _errs404 = errors;
if(!((typeof data181 == "number") && (!(data181 % 1) && !isNaN(data181)))){
return false;
}
if(errors === _errs404){
if(typeof data181 == "number"){
if(data181 > 36500 || isNaN(data181)){
return false;
}
else {
if(data181 < 1 || isNaN(data181)){
return false;
}
}
}
}
var valid47 = _errs404 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data179.Events !== undefined){
let data182 = data179.Events;
const _errs406 = errors;
if(!((typeof data182 == "number") && (!(data182 % 1) && !isNaN(data182)))){
return false;
}
if(errors === _errs406){
if(typeof data182 == "number"){
if(data182 > 36500 || isNaN(data182)){
return false;
}
else {
if(data182 < 1 || isNaN(data182)){
return false;
}
}
}
}
var valid47 = _errs406 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data179.Audit !== undefined){
let data183 = data179.Audit;
const _errs408 = errors;
if(!((typeof data183 == "number") && (!(data183 % 1) && !isNaN(data183)))){
return false;
}
if(errors === _errs408){
if(typeof data183 == "number"){
if(data183 > 36500 || isNaN(data183)){
return false;
}
else {
if(data183 < 1 || isNaN(data183)){
return false;
}
}
}
}
var valid47 = _errs408 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data179.Proposals !== undefined){
let data184 = data179.Proposals;
const _errs410 = errors;
if(!((typeof data184 == "number") && (!(data184 % 1) && !isNaN(data184)))){
return false;
}
if(errors === _errs410){
if(typeof data184 == "number"){
if(data184 > 36500 || isNaN(data184)){
return false;
}
else {
if(data184 < 1 || isNaN(data184)){
return false;
}
}
}
}
var valid47 = _errs410 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data179.Deliveries !== undefined){
let data185 = data179.Deliveries;
const _errs412 = errors;
if(!((typeof data185 == "number") && (!(data185 % 1) && !isNaN(data185)))){
return false;
}
if(errors === _errs412){
if(typeof data185 == "number"){
if(data185 > 36500 || isNaN(data185)){
return false;
}
else {
if(data185 < 1 || isNaN(data185)){
return false;
}
}
}
}
var valid47 = _errs412 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data179.ParkedMessages !== undefined){
let data186 = data179.ParkedMessages;
const _errs414 = errors;
if(!((typeof data186 == "number") && (!(data186 % 1) && !isNaN(data186)))){
return false;
}
if(errors === _errs414){
if(typeof data186 == "number"){
if(data186 > 36500 || isNaN(data186)){
return false;
}
else {
if(data186 < 1 || isNaN(data186)){
return false;
}
}
}
}
var valid47 = _errs414 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data179.Occurrences !== undefined){
let data187 = data179.Occurrences;
const _errs416 = errors;
if(!((typeof data187 == "number") && (!(data187 % 1) && !isNaN(data187)))){
return false;
}
if(errors === _errs416){
if(typeof data187 == "number"){
if(data187 > 36500 || isNaN(data187)){
return false;
}
else {
if(data187 < 1 || isNaN(data187)){
return false;
}
}
}
}
var valid47 = _errs416 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data179.Tickets !== undefined){
let data188 = data179.Tickets;
const _errs418 = errors;
if(!((typeof data188 == "number") && (!(data188 % 1) && !isNaN(data188)))){
return false;
}
if(errors === _errs418){
if(typeof data188 == "number"){
if(data188 > 36500 || isNaN(data188)){
return false;
}
else {
if(data188 < 1 || isNaN(data188)){
return false;
}
}
}
}
var valid47 = _errs418 === errors;
}
else {
var valid47 = true;
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
var valid0 = _errs399 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Telemetry !== undefined){
let data189 = data.Telemetry;
const _errs420 = errors;
if(errors === _errs420){
if(data189 && typeof data189 == "object" && !Array.isArray(data189)){
const _errs422 = errors;
for(const key37 in data189){
if(!((((((key37 === "LogLevel") || (key37 === "LogFile")) || (key37 === "PublicMetrics")) || (key37 === "OtlpEndpoint")) || (key37 === "OtlpLogs")) || (key37 === "OtlpToken"))){
return false;
break;
}
}
if(_errs422 === errors){
if(data189.LogLevel !== undefined){
let data190 = data189.LogLevel;
const _errs423 = errors;
if(typeof data190 !== "string"){
return false;
}
if(!(((((((data190 === "silent") || (data190 === "fatal")) || (data190 === "error")) || (data190 === "warn")) || (data190 === "info")) || (data190 === "debug")) || (data190 === "trace"))){
return false;
}
var valid48 = _errs423 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data189.LogFile !== undefined){
let data191 = data189.LogFile;
const _errs425 = errors;
if(errors === _errs425){
if(typeof data191 === "string"){
if(func2(data191) < 1){
return false;
}
}
else {
return false;
}
}
var valid48 = _errs425 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data189.PublicMetrics !== undefined){
const _errs427 = errors;
if(typeof data189.PublicMetrics !== "boolean"){
return false;
}
var valid48 = _errs427 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data189.OtlpEndpoint !== undefined){
let data193 = data189.OtlpEndpoint;
const _errs429 = errors;
if(errors === _errs429){
if(typeof data193 === "string"){
if(!pattern31.test(data193)){
return false;
}
}
else {
return false;
}
}
var valid48 = _errs429 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data189.OtlpLogs !== undefined){
const _errs431 = errors;
if(typeof data189.OtlpLogs !== "boolean"){
return false;
}
var valid48 = _errs431 === errors;
}
else {
var valid48 = true;
}
if(valid48){
if(data189.OtlpToken !== undefined){
let data195 = data189.OtlpToken;
const _errs433 = errors;
if(errors === _errs433){
if(typeof data195 === "string"){
if(func2(data195) < 1){
return false;
}
}
else {
return false;
}
}
var valid48 = _errs433 === errors;
}
else {
var valid48 = true;
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
var valid0 = _errs420 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Support !== undefined){
let data196 = data.Support;
const _errs435 = errors;
if(errors === _errs435){
if(data196 && typeof data196 == "object" && !Array.isArray(data196)){
const _errs437 = errors;
for(const key38 in data196){
if(!(key38 === "Url")){
return false;
break;
}
}
if(_errs437 === errors){
if(data196.Url !== undefined){
let data197 = data196.Url;
const _errs438 = errors;
if(errors === _errs438){
if(typeof data197 === "string"){
if(!pattern31.test(data197)){
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
var valid0 = _errs435 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Events !== undefined){
let data198 = data.Events;
const _errs440 = errors;
if(errors === _errs440){
if(data198 && typeof data198 == "object" && !Array.isArray(data198)){
const _errs442 = errors;
for(const key39 in data198){
if(!(key39 === "Webhooks")){
return false;
break;
}
}
if(_errs442 === errors){
if(data198.Webhooks !== undefined){
let data199 = data198.Webhooks;
const _errs443 = errors;
if(errors === _errs443){
if(Array.isArray(data199)){
var valid51 = true;
const len9 = data199.length;
for(let i10=0; i10<len9; i10++){
let data200 = data199[i10];
const _errs445 = errors;
if(errors === _errs445){
if(data200 && typeof data200 == "object" && !Array.isArray(data200)){
let missing10;
if(((data200.Url === undefined) && (missing10 = "Url")) || ((data200.Secret === undefined) && (missing10 = "Secret"))){
return false;
}
else {
const _errs447 = errors;
for(const key40 in data200){
if(!(((key40 === "Url") || (key40 === "Secret")) || (key40 === "Types"))){
return false;
break;
}
}
if(_errs447 === errors){
if(data200.Url !== undefined){
let data201 = data200.Url;
const _errs448 = errors;
if(errors === _errs448){
if(typeof data201 === "string"){
if(!pattern31.test(data201)){
return false;
}
}
else {
return false;
}
}
var valid52 = _errs448 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data200.Secret !== undefined){
let data202 = data200.Secret;
const _errs450 = errors;
if(errors === _errs450){
if(typeof data202 === "string"){
if(func2(data202) < 8){
return false;
}
}
else {
return false;
}
}
var valid52 = _errs450 === errors;
}
else {
var valid52 = true;
}
if(valid52){
if(data200.Types !== undefined){
let data203 = data200.Types;
const _errs452 = errors;
if(errors === _errs452){
if(Array.isArray(data203)){
if(data203.length < 1){
return false;
}
else {
var valid53 = true;
const len10 = data203.length;
for(let i11=0; i11<len10; i11++){
let data204 = data203[i11];
const _errs454 = errors;
if(errors === _errs454){
if(typeof data204 === "string"){
if(!pattern34.test(data204)){
return false;
}
}
else {
return false;
}
}
var valid53 = _errs454 === errors;
if(!valid53){
break;
}
}
}
}
else {
return false;
}
}
var valid52 = _errs452 === errors;
}
else {
var valid52 = true;
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
var valid51 = _errs445 === errors;
if(!valid51){
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
var valid0 = _errs440 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.Notify !== undefined){
let data205 = data.Notify;
const _errs456 = errors;
if(errors === _errs456){
if(data205 && typeof data205 == "object" && !Array.isArray(data205)){
const _errs458 = errors;
for(const key41 in data205){
if(!(((((key41 === "Connection") || (key41 === "Webhook")) || (key41 === "Mail")) || (key41 === "On")) || (key41 === "Window"))){
return false;
break;
}
}
if(_errs458 === errors){
if(data205.Connection !== undefined){
let data206 = data205.Connection;
const _errs459 = errors;
if(errors === _errs459){
if(data206 && typeof data206 == "object" && !Array.isArray(data206)){
let missing11;
if(((data206.Name === undefined) && (missing11 = "Name")) || ((data206.Action === undefined) && (missing11 = "Action"))){
return false;
}
else {
const _errs461 = errors;
for(const key42 in data206){
if(!((((key42 === "Name") || (key42 === "Action")) || (key42 === "With")) || (key42 === "Environment"))){
return false;
break;
}
}
if(_errs461 === errors){
if(data206.Name !== undefined){
let data207 = data206.Name;
const _errs462 = errors;
if(errors === _errs462){
if(typeof data207 === "string"){
if(func2(data207) > 63){
return false;
}
else {
if(func2(data207) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid55 = _errs462 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data206.Action !== undefined){
let data208 = data206.Action;
const _errs464 = errors;
if(errors === _errs464){
if(typeof data208 === "string"){
if(func2(data208) > 200){
return false;
}
else {
if(func2(data208) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid55 = _errs464 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data206.With !== undefined){
let data209 = data206.With;
const _errs466 = errors;
if(errors === _errs466){
if(data209 && typeof data209 == "object" && !Array.isArray(data209)){
if(Object.keys(data209).length > 50){
return false;
}
}
else {
return false;
}
}
var valid55 = _errs466 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data206.Environment !== undefined){
let data210 = data206.Environment;
const _errs468 = errors;
if(errors === _errs468){
if(typeof data210 === "string"){
if(func2(data210) > 63){
return false;
}
else {
if(func2(data210) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid55 = _errs468 === errors;
}
else {
var valid55 = true;
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
var valid54 = _errs459 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data205.Webhook !== undefined){
let data211 = data205.Webhook;
const _errs470 = errors;
if(errors === _errs470){
if(data211 && typeof data211 == "object" && !Array.isArray(data211)){
let missing12;
if((data211.Url === undefined) && (missing12 = "Url")){
return false;
}
else {
const _errs472 = errors;
for(const key43 in data211){
if(!((key43 === "Url") || (key43 === "Secret"))){
return false;
break;
}
}
if(_errs472 === errors){
if(data211.Url !== undefined){
let data212 = data211.Url;
const _errs473 = errors;
if(errors === _errs473){
if(typeof data212 === "string"){
if(!pattern31.test(data212)){
return false;
}
}
else {
return false;
}
}
var valid56 = _errs473 === errors;
}
else {
var valid56 = true;
}
if(valid56){
if(data211.Secret !== undefined){
let data213 = data211.Secret;
const _errs475 = errors;
if(errors === _errs475){
if(typeof data213 === "string"){
if(func2(data213) < 8){
return false;
}
}
else {
return false;
}
}
var valid56 = _errs475 === errors;
}
else {
var valid56 = true;
}
}
}
}
}
else {
return false;
}
}
var valid54 = _errs470 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data205.Mail !== undefined){
let data214 = data205.Mail;
const _errs477 = errors;
if(errors === _errs477){
if(data214 && typeof data214 == "object" && !Array.isArray(data214)){
let missing13;
if(((data214.Connection === undefined) && (missing13 = "Connection")) || ((data214.To === undefined) && (missing13 = "To"))){
return false;
}
else {
const _errs479 = errors;
for(const key44 in data214){
if(!((((key44 === "Connection") || (key44 === "To")) || (key44 === "From")) || (key44 === "Environment"))){
return false;
break;
}
}
if(_errs479 === errors){
if(data214.Connection !== undefined){
let data215 = data214.Connection;
const _errs480 = errors;
if(errors === _errs480){
if(typeof data215 === "string"){
if(func2(data215) > 63){
return false;
}
else {
if(func2(data215) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid57 = _errs480 === errors;
}
else {
var valid57 = true;
}
if(valid57){
if(data214.To !== undefined){
let data216 = data214.To;
const _errs482 = errors;
if(errors === _errs482){
if(Array.isArray(data216)){
if(data216.length > 50){
return false;
}
else {
if(data216.length < 1){
return false;
}
else {
var valid58 = true;
const len11 = data216.length;
for(let i12=0; i12<len11; i12++){
let data217 = data216[i12];
const _errs484 = errors;
if(errors === _errs484){
if(typeof data217 === "string"){
if(func2(data217) > 254){
return false;
}
else {
if(!pattern36.test(data217)){
return false;
}
}
}
else {
return false;
}
}
var valid58 = _errs484 === errors;
if(!valid58){
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
var valid57 = _errs482 === errors;
}
else {
var valid57 = true;
}
if(valid57){
if(data214.From !== undefined){
let data218 = data214.From;
const _errs486 = errors;
if(errors === _errs486){
if(typeof data218 === "string"){
if(func2(data218) > 254){
return false;
}
else {
if(!pattern36.test(data218)){
return false;
}
}
}
else {
return false;
}
}
var valid57 = _errs486 === errors;
}
else {
var valid57 = true;
}
if(valid57){
if(data214.Environment !== undefined){
let data219 = data214.Environment;
const _errs488 = errors;
if(errors === _errs488){
if(typeof data219 === "string"){
if(func2(data219) > 63){
return false;
}
else {
if(func2(data219) < 1){
return false;
}
}
}
else {
return false;
}
}
var valid57 = _errs488 === errors;
}
else {
var valid57 = true;
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
var valid54 = _errs477 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data205.On !== undefined){
let data220 = data205.On;
const _errs490 = errors;
if(errors === _errs490){
if(Array.isArray(data220)){
if(data220.length < 1){
return false;
}
else {
var valid59 = true;
const len12 = data220.length;
for(let i13=0; i13<len12; i13++){
let data221 = data220[i13];
const _errs492 = errors;
if(typeof data221 !== "string"){
return false;
}
if(!((((data221 === "faulted") || (data221 === "notReady")) || (data221 === "held")) || (data221 === "checks"))){
return false;
}
var valid59 = _errs492 === errors;
if(!valid59){
break;
}
}
if(valid59){
let i14 = data220.length;
let j1;
if(i14 > 1){
const indices1 = {};
for(;i14--;){
let item1 = data220[i14];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
return false;
break;
}
indices1[item1] = i14;
}
}
}
}
}
else {
return false;
}
}
var valid54 = _errs490 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data205.Window !== undefined){
let data222 = data205.Window;
const _errs494 = errors;
if(!((typeof data222 == "number") && (!(data222 % 1) && !isNaN(data222)))){
return false;
}
if(errors === _errs494){
if(typeof data222 == "number"){
if(data222 > 86400 || isNaN(data222)){
return false;
}
else {
if(data222 < 1 || isNaN(data222)){
return false;
}
}
}
}
var valid54 = _errs494 === errors;
}
else {
var valid54 = true;
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
var valid0 = _errs456 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.DataDirectory !== undefined){
let data223 = data.DataDirectory;
const _errs496 = errors;
if(errors === _errs496){
if(typeof data223 === "string"){
if(func2(data223) < 1){
return false;
}
}
else {
return false;
}
}
var valid0 = _errs496 === errors;
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
}
}
else {
return false;
}
}
return errors === 0;
}

