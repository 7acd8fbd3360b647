// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"path":{"type":"object","additionalProperties":false,"properties":{},"required":[]},"query":{"type":"object","properties":{"action":{"type":"string","enum":["api_key.created","api_key.updated","api_key.handed_over","api_key.deleted","domain.added","domain.updated","domain.claimed","domain.verification_started","domain.keys_rotated","domain.deleted","invitation.created","invitation.deleted","member.joined","member.updated","member.removed","member.left","member.password_changed","member.password_reset","member.factor_added","member.factor_removed","member.recovery_codes_made","member.passkey_added","member.passkey_removed","member.provider_linked","member.provider_removed","session.started","session.refused","session.ended","session.ended_everywhere","oauth_grant.approved","oauth_grant.created","oauth_grant.revoked","oauth_client.registered","oauth_client.created","oauth_client.disabled","oauth_client.enabled","oauth_key.rotated","webhook.created","webhook.updated","webhook.secret_rotated","webhook.deleted","delivery_pause.created","delivery_pause.deleted","contact.erased","contact.exported","contact.list_exported","inbox.created","inbox.deleted","inbox_agent.updated","sign_up_form.created","sign_up_form.updated","sign_up_form.deleted","image.created","image.deleted","recipient_pages.updated","template.created","template.published","template.deleted","team.created","team.updated"]},"actor_id":{"type":"string","format":"uuid","x-in-lower-case":true},"object_id":{"type":"string","minLength":1,"maxLength":100},"after":{"type":"string","x-in-lower-case":true},"before":{"type":"string","x-in-lower-case":true},"limit":{"type":"integer","format":"int32","minimum":1,"maximum":100,"default":20}},"additionalProperties":false,"required":[]},"header":{"type":"object","additionalProperties":true,"properties":{},"required":[]},"cookie":{"type":"object","additionalProperties":true,"properties":{},"required":[]}},"required":[]};
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const formats2 = require("ajv-formats/dist/formats").fullFormats.int32;
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;

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
if(data1.limit === undefined){
data1.limit = 20;
}
const _errs7 = errors;
for(const key1 in data1){
if(!((((((key1 === "action") || (key1 === "actor_id")) || (key1 === "object_id")) || (key1 === "after")) || (key1 === "before")) || (key1 === "limit"))){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.query,data:data1}];
return false;
break;
}
}
if(_errs7 === errors){
if(data1.action !== undefined){
let data2 = data1.action;
const _errs8 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/action",schemaPath:"#/properties/query/properties/action/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.action.type,parentSchema:schema0.properties.query.properties.action,data:data2}];
return false;
}
if(!((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((data2 === "api_key.created") || (data2 === "api_key.updated")) || (data2 === "api_key.handed_over")) || (data2 === "api_key.deleted")) || (data2 === "domain.added")) || (data2 === "domain.updated")) || (data2 === "domain.claimed")) || (data2 === "domain.verification_started")) || (data2 === "domain.keys_rotated")) || (data2 === "domain.deleted")) || (data2 === "invitation.created")) || (data2 === "invitation.deleted")) || (data2 === "member.joined")) || (data2 === "member.updated")) || (data2 === "member.removed")) || (data2 === "member.left")) || (data2 === "member.password_changed")) || (data2 === "member.password_reset")) || (data2 === "member.factor_added")) || (data2 === "member.factor_removed")) || (data2 === "member.recovery_codes_made")) || (data2 === "member.passkey_added")) || (data2 === "member.passkey_removed")) || (data2 === "member.provider_linked")) || (data2 === "member.provider_removed")) || (data2 === "session.started")) || (data2 === "session.refused")) || (data2 === "session.ended")) || (data2 === "session.ended_everywhere")) || (data2 === "oauth_grant.approved")) || (data2 === "oauth_grant.created")) || (data2 === "oauth_grant.revoked")) || (data2 === "oauth_client.registered")) || (data2 === "oauth_client.created")) || (data2 === "oauth_client.disabled")) || (data2 === "oauth_client.enabled")) || (data2 === "oauth_key.rotated")) || (data2 === "webhook.created")) || (data2 === "webhook.updated")) || (data2 === "webhook.secret_rotated")) || (data2 === "webhook.deleted")) || (data2 === "delivery_pause.created")) || (data2 === "delivery_pause.deleted")) || (data2 === "contact.erased")) || (data2 === "contact.exported")) || (data2 === "contact.list_exported")) || (data2 === "inbox.created")) || (data2 === "inbox.deleted")) || (data2 === "inbox_agent.updated")) || (data2 === "sign_up_form.created")) || (data2 === "sign_up_form.updated")) || (data2 === "sign_up_form.deleted")) || (data2 === "image.created")) || (data2 === "image.deleted")) || (data2 === "recipient_pages.updated")) || (data2 === "template.created")) || (data2 === "template.published")) || (data2 === "template.deleted")) || (data2 === "team.created")) || (data2 === "team.updated"))){
validate0.errors = [{instancePath:instancePath+"/query/action",schemaPath:"#/properties/query/properties/action/enum",keyword:"enum",params:{allowedValues: schema0.properties.query.properties.action.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.query.properties.action.enum,parentSchema:schema0.properties.query.properties.action,data:data2}];
return false;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.actor_id !== undefined){
let data3 = data1.actor_id;
const _errs10 = errors;
if(errors === _errs10){
if(errors === _errs10){
if(typeof data3 === "string"){
if(!(formats0.test(data3))){
validate0.errors = [{instancePath:instancePath+"/query/actor_id",schemaPath:"#/properties/query/properties/actor_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.query.properties.actor_id,data:data3}];
return false;
}
else {
if(/[A-Z]/.test(data3)){
data3 = data3.toLowerCase();
data1["actor_id"] = data3;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/actor_id",schemaPath:"#/properties/query/properties/actor_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.actor_id.type,parentSchema:schema0.properties.query.properties.actor_id,data:data3}];
return false;
}
}
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.object_id !== undefined){
let data4 = data1.object_id;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data4 === "string"){
if(func0(data4, 100)){
validate0.errors = [{instancePath:instancePath+"/query/object_id",schemaPath:"#/properties/query/properties/object_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters",schema:100,parentSchema:schema0.properties.query.properties.object_id,data:data4}];
return false;
}
else {
if(func1(data4, 1)){
validate0.errors = [{instancePath:instancePath+"/query/object_id",schemaPath:"#/properties/query/properties/object_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.query.properties.object_id,data:data4}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/object_id",schemaPath:"#/properties/query/properties/object_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.object_id.type,parentSchema:schema0.properties.query.properties.object_id,data:data4}];
return false;
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.after !== undefined){
let data5 = data1.after;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data5 === "string"){
if(/[A-Z]/.test(data5)){
data5 = data5.toLowerCase();
data1["after"] = data5;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/after",schemaPath:"#/properties/query/properties/after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.after.type,parentSchema:schema0.properties.query.properties.after,data:data5}];
return false;
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.before !== undefined){
let data6 = data1.before;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data6 === "string"){
if(/[A-Z]/.test(data6)){
data6 = data6.toLowerCase();
data1["before"] = data6;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/before",schemaPath:"#/properties/query/properties/before/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.before.type,parentSchema:schema0.properties.query.properties.before,data:data6}];
return false;
}
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
let data7 = data1.limit;
const _errs18 = errors;
if(!((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7)))){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema0.properties.query.properties.limit.type,parentSchema:schema0.properties.query.properties.limit,data:data7}];
return false;
}
if(errors === _errs18){
if(typeof data7 == "number"){
if(data7 > 100 || isNaN(data7)){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema0.properties.query.properties.limit,data:data7}];
return false;
}
else {
if(data7 < 1 || isNaN(data7)){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema0.properties.query.properties.limit,data:data7}];
return false;
}
else {
if(!(formats2.validate(data7))){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.query.properties.limit,data:data7}];
return false;
}
}
}
}
}
var valid1 = _errs18 === errors;
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
let data8 = data.header;
const _errs20 = errors;
if(errors === _errs20){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
}
else {
validate0.errors = [{instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.header.type,parentSchema:schema0.properties.header,data:data8}];
return false;
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cookie !== undefined){
let data9 = data.cookie;
const _errs23 = errors;
if(errors === _errs23){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
}
else {
validate0.errors = [{instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.cookie.type,parentSchema:schema0.properties.cookie,data:data9}];
return false;
}
}
var valid0 = _errs23 === errors;
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
