// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["from","subject"],"properties":{"name":{"type":["string","null"],"minLength":1},"from":{"type":"string"},"subject":{"type":"string","minLength":1},"segment_id":{"type":"string","format":"uuid","x-in-lower-case":true},"audience_id":{"$ref":"#/properties/requestBody/properties/segment_id"},"reply_to":{"anyOf":[{"$ref":"#/properties/requestBody/properties/from"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/properties/from"}}]},"preview_text":{"type":["string","null"]},"html":{"type":["string","null"]},"text":{"type":["string","null"]},"topic_id":{"type":["string","null"],"format":"uuid","x-in-lower-case":true},"quiet_hours":{"anyOf":[{"type":"object","required":["from","to"],"properties":{"from":{"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"},"to":{"$ref":"#/properties/requestBody/properties/quiet_hours/anyOf/0/properties/from"}}},{"type":"null"}]},"local_time":{"type":["string","null"],"pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"},"time_zone":{"type":"string","minLength":1,"maxLength":64},"time_zone_property":{"type":"string","minLength":1,"maxLength":50},"per_minute":{"type":["integer","null"],"format":"int32","minimum":1,"maximum":1000000},"per_minute_per_destination":{"type":["integer","null"],"format":"int32","minimum":1,"maximum":1000000},"send":{"type":["boolean","null"],"default":false,"x-instead-of-null":false},"scheduled_at":{"type":["string","null"]}}}},"required":["requestBody"]};
const schema1 = {"type":"string","format":"uuid","x-in-lower-case":true};
const schema2 = {"type":"string"};
const schema4 = {"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"};
const func0 = words.isShorterThan;
const func2 = words.isLongerThan;
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const formats6 = require("ajv-formats/dist/formats").fullFormats.int32;
const pattern0 = new RegExp("^([01][0-9]|2[0-3]):[0-5][0-9]$", "u");

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
let missing0;
if((data.requestBody === undefined) && (missing0 = "requestBody")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.required,parentSchema:schema0,data}];
return false;
}
else {
if(data.requestBody !== undefined){
let data0 = data.requestBody;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.send === undefined){
data0.send = false;
}
let missing1;
if(((data0.from === undefined) && (missing1 = "from")) || ((data0.subject === undefined) && (missing1 = "subject"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.name !== undefined){
let data1 = data0.name;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.name.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.name.type,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
if(errors === _errs4){
if(typeof data1 === "string"){
if(func0(data1, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.from !== undefined){
let data2 = data0.from;
const _errs6 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/from",schemaPath:"#/properties/requestBody/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.from.type,parentSchema:schema0.properties.requestBody.properties.from,data:data2}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.subject !== undefined){
let data3 = data0.subject;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func0(data3, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/subject",schemaPath:"#/properties/requestBody/properties/subject/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.subject,data:data3}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/subject",schemaPath:"#/properties/requestBody/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.subject.type,parentSchema:schema0.properties.requestBody.properties.subject,data:data3}];
return false;
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.segment_id !== undefined){
let data4 = data0.segment_id;
const _errs10 = errors;
if(errors === _errs10){
if(errors === _errs10){
if(typeof data4 === "string"){
if(!(formats0.test(data4))){
validate0.errors = [{instancePath:instancePath+"/requestBody/segment_id",schemaPath:"#/properties/requestBody/properties/segment_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.properties.segment_id,data:data4}];
return false;
}
else {
if(/[A-Z]/.test(data4)){
data4 = data4.toLowerCase();
data0["segment_id"] = data4;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/segment_id",schemaPath:"#/properties/requestBody/properties/segment_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.segment_id.type,parentSchema:schema0.properties.requestBody.properties.segment_id,data:data4}];
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
if(data0.audience_id !== undefined){
let data5 = data0.audience_id;
const _errs12 = errors;
const _errs13 = errors;
if(errors === _errs13){
if(errors === _errs13){
if(typeof data5 === "string"){
if(!(formats0.test(data5))){
validate0.errors = [{instancePath:instancePath+"/requestBody/audience_id",schemaPath:"#/properties/requestBody/properties/segment_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema1,data:data5}];
return false;
}
else {
if(/[A-Z]/.test(data5)){
data5 = data5.toLowerCase();
data0["audience_id"] = data5;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/audience_id",schemaPath:"#/properties/requestBody/properties/segment_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data5}];
return false;
}
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.reply_to !== undefined){
let data6 = data0.reply_to;
const _errs15 = errors;
const _errs16 = errors;
let valid3 = false;
const _errs17 = errors;
if(typeof data6 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/reply_to",schemaPath:"#/properties/requestBody/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema2.type,parentSchema:schema2,data:data6};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs17 === errors;
valid3 = valid3 || _valid0;
const _errs20 = errors;
if((!(Array.isArray(data6))) && (data6 !== null)){
const err1 = {instancePath:instancePath+"/requestBody/reply_to",schemaPath:"#/properties/requestBody/properties/reply_to/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.reply_to.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.reply_to.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.reply_to.anyOf[1],data:data6};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(errors === _errs20){
if(Array.isArray(data6)){
var valid5 = true;
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
const _errs22 = errors;
if(typeof data7 !== "string"){
const err2 = {instancePath:instancePath+"/requestBody/reply_to/" + i0,schemaPath:"#/properties/requestBody/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema2.type,parentSchema:schema2,data:data7};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid5 = _errs22 === errors;
if(!valid5){
break;
}
}
}
}
var _valid0 = _errs20 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err3 = {instancePath:instancePath+"/requestBody/reply_to",schemaPath:"#/properties/requestBody/properties/reply_to/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.reply_to.anyOf,parentSchema:schema0.properties.requestBody.properties.reply_to,data:data6};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.preview_text !== undefined){
let data8 = data0.preview_text;
const _errs25 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/preview_text",schemaPath:"#/properties/requestBody/properties/preview_text/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.preview_text.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.preview_text.type,parentSchema:schema0.properties.requestBody.properties.preview_text,data:data8}];
return false;
}
var valid1 = _errs25 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.html !== undefined){
let data9 = data0.html;
const _errs27 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/html",schemaPath:"#/properties/requestBody/properties/html/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.html.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.html.type,parentSchema:schema0.properties.requestBody.properties.html,data:data9}];
return false;
}
var valid1 = _errs27 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.text !== undefined){
let data10 = data0.text;
const _errs29 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/text",schemaPath:"#/properties/requestBody/properties/text/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.text.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.text.type,parentSchema:schema0.properties.requestBody.properties.text,data:data10}];
return false;
}
var valid1 = _errs29 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.topic_id !== undefined){
let data11 = data0.topic_id;
const _errs31 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/topic_id",schemaPath:"#/properties/requestBody/properties/topic_id/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.topic_id.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.topic_id.type,parentSchema:schema0.properties.requestBody.properties.topic_id,data:data11}];
return false;
}
if(errors === _errs31){
if(errors === _errs31){
if(typeof data11 === "string"){
if(!(formats0.test(data11))){
validate0.errors = [{instancePath:instancePath+"/requestBody/topic_id",schemaPath:"#/properties/requestBody/properties/topic_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.properties.topic_id,data:data11}];
return false;
}
else {
if(/[A-Z]/.test(data11)){
data11 = data11.toLowerCase();
data0["topic_id"] = data11;
}
}
}
}
}
var valid1 = _errs31 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.quiet_hours !== undefined){
let data12 = data0.quiet_hours;
const _errs33 = errors;
const _errs34 = errors;
let valid7 = false;
const _errs35 = errors;
if(errors === _errs35){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing2;
if(((data12.from === undefined) && (missing2 = "from")) || ((data12.to === undefined) && (missing2 = "to"))){
const err4 = {instancePath:instancePath+"/requestBody/quiet_hours",schemaPath:"#/properties/requestBody/properties/quiet_hours/anyOf/0/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.properties.quiet_hours.anyOf[0].required,parentSchema:schema0.properties.requestBody.properties.quiet_hours.anyOf[0],data:data12};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
if(data12.from !== undefined){
let data13 = data12.from;
const _errs37 = errors;
if(errors === _errs37){
if(typeof data13 === "string"){
if(!pattern0.test(data13)){
const err5 = {instancePath:instancePath+"/requestBody/quiet_hours/from",schemaPath:"#/properties/requestBody/properties/quiet_hours/anyOf/0/properties/from/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"},message:"must match pattern \""+"^([01][0-9]|2[0-3]):[0-5][0-9]$"+"\"",schema:"^([01][0-9]|2[0-3]):[0-5][0-9]$",parentSchema:schema0.properties.requestBody.properties.quiet_hours.anyOf[0].properties.from,data:data13};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/requestBody/quiet_hours/from",schemaPath:"#/properties/requestBody/properties/quiet_hours/anyOf/0/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.quiet_hours.anyOf[0].properties.from.type,parentSchema:schema0.properties.requestBody.properties.quiet_hours.anyOf[0].properties.from,data:data13};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var valid8 = _errs37 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data12.to !== undefined){
let data14 = data12.to;
const _errs39 = errors;
const _errs40 = errors;
if(errors === _errs40){
if(typeof data14 === "string"){
if(!pattern0.test(data14)){
const err7 = {instancePath:instancePath+"/requestBody/quiet_hours/to",schemaPath:"#/properties/requestBody/properties/quiet_hours/anyOf/0/properties/from/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"},message:"must match pattern \""+"^([01][0-9]|2[0-3]):[0-5][0-9]$"+"\"",schema:"^([01][0-9]|2[0-3]):[0-5][0-9]$",parentSchema:schema4,data:data14};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/requestBody/quiet_hours/to",schemaPath:"#/properties/requestBody/properties/quiet_hours/anyOf/0/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema4.type,parentSchema:schema4,data:data14};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var valid8 = _errs39 === errors;
}
else {
var valid8 = true;
}
}
}
}
else {
const err9 = {instancePath:instancePath+"/requestBody/quiet_hours",schemaPath:"#/properties/requestBody/properties/quiet_hours/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.quiet_hours.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.quiet_hours.anyOf[0],data:data12};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var _valid1 = _errs35 === errors;
valid7 = valid7 || _valid1;
if(_valid1){
var props0 = {};
props0.from = true;
props0.to = true;
}
const _errs42 = errors;
if(data12 !== null){
const err10 = {instancePath:instancePath+"/requestBody/quiet_hours",schemaPath:"#/properties/requestBody/properties/quiet_hours/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.properties.quiet_hours.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.quiet_hours.anyOf[1],data:data12};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid1 = _errs42 === errors;
valid7 = valid7 || _valid1;
if(!valid7){
const err11 = {instancePath:instancePath+"/requestBody/quiet_hours",schemaPath:"#/properties/requestBody/properties/quiet_hours/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.quiet_hours.anyOf,parentSchema:schema0.properties.requestBody.properties.quiet_hours,data:data12};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs34;
if(vErrors !== null){
if(_errs34){
vErrors.length = _errs34;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs33 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.local_time !== undefined){
let data15 = data0.local_time;
const _errs44 = errors;
if((typeof data15 !== "string") && (data15 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/local_time",schemaPath:"#/properties/requestBody/properties/local_time/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.local_time.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.local_time.type,parentSchema:schema0.properties.requestBody.properties.local_time,data:data15}];
return false;
}
if(errors === _errs44){
if(typeof data15 === "string"){
if(!pattern0.test(data15)){
validate0.errors = [{instancePath:instancePath+"/requestBody/local_time",schemaPath:"#/properties/requestBody/properties/local_time/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"},message:"must match pattern \""+"^([01][0-9]|2[0-3]):[0-5][0-9]$"+"\"",schema:"^([01][0-9]|2[0-3]):[0-5][0-9]$",parentSchema:schema0.properties.requestBody.properties.local_time,data:data15}];
return false;
}
}
}
var valid1 = _errs44 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.time_zone !== undefined){
let data16 = data0.time_zone;
const _errs46 = errors;
if(errors === _errs46){
if(typeof data16 === "string"){
if(func2(data16, 64)){
validate0.errors = [{instancePath:instancePath+"/requestBody/time_zone",schemaPath:"#/properties/requestBody/properties/time_zone/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema0.properties.requestBody.properties.time_zone,data:data16}];
return false;
}
else {
if(func0(data16, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/time_zone",schemaPath:"#/properties/requestBody/properties/time_zone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.time_zone,data:data16}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/time_zone",schemaPath:"#/properties/requestBody/properties/time_zone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.time_zone.type,parentSchema:schema0.properties.requestBody.properties.time_zone,data:data16}];
return false;
}
}
var valid1 = _errs46 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.time_zone_property !== undefined){
let data17 = data0.time_zone_property;
const _errs48 = errors;
if(errors === _errs48){
if(typeof data17 === "string"){
if(func2(data17, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/time_zone_property",schemaPath:"#/properties/requestBody/properties/time_zone_property/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema0.properties.requestBody.properties.time_zone_property,data:data17}];
return false;
}
else {
if(func0(data17, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/time_zone_property",schemaPath:"#/properties/requestBody/properties/time_zone_property/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.time_zone_property,data:data17}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/time_zone_property",schemaPath:"#/properties/requestBody/properties/time_zone_property/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.time_zone_property.type,parentSchema:schema0.properties.requestBody.properties.time_zone_property,data:data17}];
return false;
}
}
var valid1 = _errs48 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.per_minute !== undefined){
let data18 = data0.per_minute;
const _errs50 = errors;
if((!((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18)))) && (data18 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute",schemaPath:"#/properties/requestBody/properties/per_minute/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.per_minute.type},message:"must be integer,null",schema:schema0.properties.requestBody.properties.per_minute.type,parentSchema:schema0.properties.requestBody.properties.per_minute,data:data18}];
return false;
}
if(errors === _errs50){
if(typeof data18 == "number"){
if(data18 > 1000000 || isNaN(data18)){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute",schemaPath:"#/properties/requestBody/properties/per_minute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema0.properties.requestBody.properties.per_minute,data:data18}];
return false;
}
else {
if(data18 < 1 || isNaN(data18)){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute",schemaPath:"#/properties/requestBody/properties/per_minute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema0.properties.requestBody.properties.per_minute,data:data18}];
return false;
}
else {
if(!(formats6.validate(data18))){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute",schemaPath:"#/properties/requestBody/properties/per_minute/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.properties.per_minute,data:data18}];
return false;
}
}
}
}
}
var valid1 = _errs50 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.per_minute_per_destination !== undefined){
let data19 = data0.per_minute_per_destination;
const _errs52 = errors;
if((!((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19)))) && (data19 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute_per_destination",schemaPath:"#/properties/requestBody/properties/per_minute_per_destination/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.per_minute_per_destination.type},message:"must be integer,null",schema:schema0.properties.requestBody.properties.per_minute_per_destination.type,parentSchema:schema0.properties.requestBody.properties.per_minute_per_destination,data:data19}];
return false;
}
if(errors === _errs52){
if(typeof data19 == "number"){
if(data19 > 1000000 || isNaN(data19)){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute_per_destination",schemaPath:"#/properties/requestBody/properties/per_minute_per_destination/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema0.properties.requestBody.properties.per_minute_per_destination,data:data19}];
return false;
}
else {
if(data19 < 1 || isNaN(data19)){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute_per_destination",schemaPath:"#/properties/requestBody/properties/per_minute_per_destination/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema0.properties.requestBody.properties.per_minute_per_destination,data:data19}];
return false;
}
else {
if(!(formats6.validate(data19))){
validate0.errors = [{instancePath:instancePath+"/requestBody/per_minute_per_destination",schemaPath:"#/properties/requestBody/properties/per_minute_per_destination/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.properties.per_minute_per_destination,data:data19}];
return false;
}
}
}
}
}
var valid1 = _errs52 === errors;
}
else {
var valid1 = true;
}
if(valid1){
let data20 = data0.send;
const _errs54 = errors;
if((typeof data20 !== "boolean") && (data20 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/send",schemaPath:"#/properties/requestBody/properties/send/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.send.type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.send.type,parentSchema:schema0.properties.requestBody.properties.send,data:data20}];
return false;
}
if(errors === _errs54){
if(data20 === null){
data20 = false;
data0["send"] = data20;
}
}
var valid1 = _errs54 === errors;
if(valid1){
if(data0.scheduled_at !== undefined){
let data21 = data0.scheduled_at;
const _errs56 = errors;
if((typeof data21 !== "string") && (data21 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/scheduled_at",schemaPath:"#/properties/requestBody/properties/scheduled_at/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.scheduled_at.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.scheduled_at.type,parentSchema:schema0.properties.requestBody.properties.scheduled_at,data:data21}];
return false;
}
var valid1 = _errs56 === errors;
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
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.type,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
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
require("./getJwks.parameters.cjs")(words),
]
