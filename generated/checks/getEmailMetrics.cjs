// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"path":{"type":"object","additionalProperties":false,"properties":{},"required":[]},"query":{"type":"object","properties":{"start_date":{"type":"string"},"end_date":{"$ref":"#/properties/query/properties/start_date"},"timezone":{"type":"string","maxLength":64},"granularity":{"type":"string","enum":["hourly","daily","weekly","monthly"]},"metrics":{"type":"array","items":{"type":"string","enum":["received","sent","delivered","delivery_delayed","failed","suppressed","bounced","bounced_transient","bounced_permanent","bounced_undetermined","opened","unique_opened","clicked","unique_clicked","complained","unsubscribed","delivery_rate","open_rate","click_rate","bounce_rate","complaint_rate","unsubscribe_rate"]},"maxItems":100},"dimensions":{"type":"array","items":{"type":"string","enum":["period","domain","email","broadcast"]},"maxItems":100},"domain_id":{"type":"array","items":{"type":"string","format":"uuid","x-in-lower-case":true},"maxItems":100},"email_id":{"type":"array","items":{"$ref":"#/properties/query/properties/domain_id/items"},"maxItems":100},"broadcast_id":{"type":"array","items":{"$ref":"#/properties/query/properties/domain_id/items"},"maxItems":100}},"additionalProperties":false,"required":[]},"header":{"type":"object","additionalProperties":true,"properties":{},"required":[]},"cookie":{"type":"object","additionalProperties":true,"properties":{},"required":[]}},"required":[]};
const schema1 = {"type":"string"};
const schema2 = {"type":"string","format":"uuid","x-in-lower-case":true};
const func0 = Object.prototype.hasOwnProperty;
const func1 = words.isLongerThan;
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.path !== undefined){
let data0 = data.path;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key0 in data0){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.path,data:data0}];
return false;
break;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.path.type,parentSchema:schema0.properties.path,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.query !== undefined){
let data1 = data.query;
const _errs5 = errors;
if(errors === _errs5){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
const _errs7 = errors;
for(const key1 in data1){
if(!(func0.call(schema0.properties.query.properties, key1))){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.query,data:data1}];
return false;
break;
}
}
if(_errs7 === errors){
if(data1.start_date !== undefined){
let data2 = data1.start_date;
const _errs8 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/start_date",schemaPath:"#/properties/query/properties/start_date/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.start_date.type,parentSchema:schema0.properties.query.properties.start_date,data:data2}];
return false;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.end_date !== undefined){
let data3 = data1.end_date;
const _errs10 = errors;
if(typeof data3 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/end_date",schemaPath:"#/properties/query/properties/start_date/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data3}];
return false;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.timezone !== undefined){
let data4 = data1.timezone;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data4 === "string"){
if(func1(data4, 64)){
validate0.errors = [{instancePath:instancePath+"/query/timezone",schemaPath:"#/properties/query/properties/timezone/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema0.properties.query.properties.timezone,data:data4}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/timezone",schemaPath:"#/properties/query/properties/timezone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.timezone.type,parentSchema:schema0.properties.query.properties.timezone,data:data4}];
return false;
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.granularity !== undefined){
let data5 = data1.granularity;
const _errs15 = errors;
if(typeof data5 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/granularity",schemaPath:"#/properties/query/properties/granularity/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.granularity.type,parentSchema:schema0.properties.query.properties.granularity,data:data5}];
return false;
}
if(!((((data5 === "hourly") || (data5 === "daily")) || (data5 === "weekly")) || (data5 === "monthly"))){
validate0.errors = [{instancePath:instancePath+"/query/granularity",schemaPath:"#/properties/query/properties/granularity/enum",keyword:"enum",params:{allowedValues: schema0.properties.query.properties.granularity.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.query.properties.granularity.enum,parentSchema:schema0.properties.query.properties.granularity,data:data5}];
return false;
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.metrics !== undefined){
let data6 = data1.metrics;
const _errs17 = errors;
if(errors === _errs17){
if(Array.isArray(data6)){
if(data6.length > 100){
validate0.errors = [{instancePath:instancePath+"/query/metrics",schemaPath:"#/properties/query/properties/metrics/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.query.properties.metrics,data:data6}];
return false;
}
else {
var valid3 = true;
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
const _errs19 = errors;
if(typeof data7 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/metrics/" + i0,schemaPath:"#/properties/query/properties/metrics/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.metrics.items.type,parentSchema:schema0.properties.query.properties.metrics.items,data:data7}];
return false;
}
if(!((((((((((((((((((((((data7 === "received") || (data7 === "sent")) || (data7 === "delivered")) || (data7 === "delivery_delayed")) || (data7 === "failed")) || (data7 === "suppressed")) || (data7 === "bounced")) || (data7 === "bounced_transient")) || (data7 === "bounced_permanent")) || (data7 === "bounced_undetermined")) || (data7 === "opened")) || (data7 === "unique_opened")) || (data7 === "clicked")) || (data7 === "unique_clicked")) || (data7 === "complained")) || (data7 === "unsubscribed")) || (data7 === "delivery_rate")) || (data7 === "open_rate")) || (data7 === "click_rate")) || (data7 === "bounce_rate")) || (data7 === "complaint_rate")) || (data7 === "unsubscribe_rate"))){
validate0.errors = [{instancePath:instancePath+"/query/metrics/" + i0,schemaPath:"#/properties/query/properties/metrics/items/enum",keyword:"enum",params:{allowedValues: schema0.properties.query.properties.metrics.items.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.query.properties.metrics.items.enum,parentSchema:schema0.properties.query.properties.metrics.items,data:data7}];
return false;
}
var valid3 = _errs19 === errors;
if(!valid3){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/metrics",schemaPath:"#/properties/query/properties/metrics/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.metrics.type,parentSchema:schema0.properties.query.properties.metrics,data:data6}];
return false;
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.dimensions !== undefined){
let data8 = data1.dimensions;
const _errs21 = errors;
if(errors === _errs21){
if(Array.isArray(data8)){
if(data8.length > 100){
validate0.errors = [{instancePath:instancePath+"/query/dimensions",schemaPath:"#/properties/query/properties/dimensions/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.query.properties.dimensions,data:data8}];
return false;
}
else {
var valid4 = true;
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
let data9 = data8[i1];
const _errs23 = errors;
if(typeof data9 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/dimensions/" + i1,schemaPath:"#/properties/query/properties/dimensions/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.dimensions.items.type,parentSchema:schema0.properties.query.properties.dimensions.items,data:data9}];
return false;
}
if(!((((data9 === "period") || (data9 === "domain")) || (data9 === "email")) || (data9 === "broadcast"))){
validate0.errors = [{instancePath:instancePath+"/query/dimensions/" + i1,schemaPath:"#/properties/query/properties/dimensions/items/enum",keyword:"enum",params:{allowedValues: schema0.properties.query.properties.dimensions.items.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.query.properties.dimensions.items.enum,parentSchema:schema0.properties.query.properties.dimensions.items,data:data9}];
return false;
}
var valid4 = _errs23 === errors;
if(!valid4){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/dimensions",schemaPath:"#/properties/query/properties/dimensions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.dimensions.type,parentSchema:schema0.properties.query.properties.dimensions,data:data8}];
return false;
}
}
var valid1 = _errs21 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.domain_id !== undefined){
let data10 = data1.domain_id;
const _errs25 = errors;
if(errors === _errs25){
if(Array.isArray(data10)){
if(data10.length > 100){
validate0.errors = [{instancePath:instancePath+"/query/domain_id",schemaPath:"#/properties/query/properties/domain_id/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.query.properties.domain_id,data:data10}];
return false;
}
else {
var valid5 = true;
const len2 = data10.length;
for(let i2=0; i2<len2; i2++){
let data11 = data10[i2];
const _errs27 = errors;
if(errors === _errs27){
if(errors === _errs27){
if(typeof data11 === "string"){
if(!(formats0.test(data11))){
validate0.errors = [{instancePath:instancePath+"/query/domain_id/" + i2,schemaPath:"#/properties/query/properties/domain_id/items/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.query.properties.domain_id.items,data:data11}];
return false;
}
else {
if(/[A-Z]/.test(data11)){
data11 = data11.toLowerCase();
data10[i2] = data11;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/domain_id/" + i2,schemaPath:"#/properties/query/properties/domain_id/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.domain_id.items.type,parentSchema:schema0.properties.query.properties.domain_id.items,data:data11}];
return false;
}
}
}
var valid5 = _errs27 === errors;
if(!valid5){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/domain_id",schemaPath:"#/properties/query/properties/domain_id/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.domain_id.type,parentSchema:schema0.properties.query.properties.domain_id,data:data10}];
return false;
}
}
var valid1 = _errs25 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.email_id !== undefined){
let data12 = data1.email_id;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data12)){
if(data12.length > 100){
validate0.errors = [{instancePath:instancePath+"/query/email_id",schemaPath:"#/properties/query/properties/email_id/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.query.properties.email_id,data:data12}];
return false;
}
else {
var valid6 = true;
const len3 = data12.length;
for(let i3=0; i3<len3; i3++){
let data13 = data12[i3];
const _errs31 = errors;
const _errs32 = errors;
if(errors === _errs32){
if(errors === _errs32){
if(typeof data13 === "string"){
if(!(formats0.test(data13))){
validate0.errors = [{instancePath:instancePath+"/query/email_id/" + i3,schemaPath:"#/properties/query/properties/domain_id/items/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema2,data:data13}];
return false;
}
else {
if(/[A-Z]/.test(data13)){
data13 = data13.toLowerCase();
data12[i3] = data13;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/email_id/" + i3,schemaPath:"#/properties/query/properties/domain_id/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema2.type,parentSchema:schema2,data:data13}];
return false;
}
}
}
var valid6 = _errs31 === errors;
if(!valid6){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/email_id",schemaPath:"#/properties/query/properties/email_id/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.email_id.type,parentSchema:schema0.properties.query.properties.email_id,data:data12}];
return false;
}
}
var valid1 = _errs29 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.broadcast_id !== undefined){
let data14 = data1.broadcast_id;
const _errs34 = errors;
if(errors === _errs34){
if(Array.isArray(data14)){
if(data14.length > 100){
validate0.errors = [{instancePath:instancePath+"/query/broadcast_id",schemaPath:"#/properties/query/properties/broadcast_id/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.query.properties.broadcast_id,data:data14}];
return false;
}
else {
var valid8 = true;
const len4 = data14.length;
for(let i4=0; i4<len4; i4++){
let data15 = data14[i4];
const _errs36 = errors;
const _errs37 = errors;
if(errors === _errs37){
if(errors === _errs37){
if(typeof data15 === "string"){
if(!(formats0.test(data15))){
validate0.errors = [{instancePath:instancePath+"/query/broadcast_id/" + i4,schemaPath:"#/properties/query/properties/domain_id/items/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema2,data:data15}];
return false;
}
else {
if(/[A-Z]/.test(data15)){
data15 = data15.toLowerCase();
data14[i4] = data15;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/broadcast_id/" + i4,schemaPath:"#/properties/query/properties/domain_id/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema2.type,parentSchema:schema2,data:data15}];
return false;
}
}
}
var valid8 = _errs36 === errors;
if(!valid8){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/broadcast_id",schemaPath:"#/properties/query/properties/broadcast_id/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.broadcast_id.type,parentSchema:schema0.properties.query.properties.broadcast_id,data:data14}];
return false;
}
}
var valid1 = _errs34 === errors;
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
else {
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.query.type,parentSchema:schema0.properties.query,data:data1}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.header !== undefined){
let data16 = data.header;
const _errs39 = errors;
if(errors === _errs39){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
}
else {
validate0.errors = [{instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.header.type,parentSchema:schema0.properties.header,data:data16}];
return false;
}
}
var valid0 = _errs39 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cookie !== undefined){
let data17 = data.cookie;
const _errs42 = errors;
if(errors === _errs42){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
}
else {
validate0.errors = [{instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.cookie.type,parentSchema:schema0.properties.cookie,data:data17}];
return false;
}
}
var valid0 = _errs42 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.type,parentSchema:schema0,data}];
return false;
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
return module.exports
})({}),
]
