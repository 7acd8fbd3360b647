// Made by `npm run generate`.
module.exports = words => (module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"type":"object","properties":{"reentry":{"type":"string","enum":["always","while_not_running","once"]},"time_zone":{"type":"string","minLength":1,"maxLength":64},"time_zone_property":{"type":"string","minLength":1,"maxLength":50},"quiet_hours":{"anyOf":[{"type":"object","required":["from","to"],"properties":{"from":{"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"},"to":{"$ref":"#/properties/quiet_hours/anyOf/0/properties/from"}}},{"type":"null"}]},"retention_days":{"minimum":1,"maximum":3650,"type":["integer","null"],"format":"int32"},"marketing":{"type":"boolean"}}};
const schema1 = {"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"};
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;
const pattern0 = new RegExp("^([01][0-9]|2[0-3]):[0-5][0-9]$", "u");
const formats0 = require("ajv-formats/dist/formats").fullFormats.int32;

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
if(data.reentry !== undefined){
let data0 = data.reentry;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate0.errors = [{instancePath:instancePath+"/reentry",schemaPath:"#/properties/reentry/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.reentry.type,parentSchema:schema0.properties.reentry,data:data0}];
return false;
}
if(!(((data0 === "always") || (data0 === "while_not_running")) || (data0 === "once"))){
validate0.errors = [{instancePath:instancePath+"/reentry",schemaPath:"#/properties/reentry/enum",keyword:"enum",params:{allowedValues: schema0.properties.reentry.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.reentry.enum,parentSchema:schema0.properties.reentry,data:data0}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.time_zone !== undefined){
let data1 = data.time_zone;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(func0(data1, 64)){
validate0.errors = [{instancePath:instancePath+"/time_zone",schemaPath:"#/properties/time_zone/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema0.properties.time_zone,data:data1}];
return false;
}
else {
if(func1(data1, 1)){
validate0.errors = [{instancePath:instancePath+"/time_zone",schemaPath:"#/properties/time_zone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.time_zone,data:data1}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/time_zone",schemaPath:"#/properties/time_zone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.time_zone.type,parentSchema:schema0.properties.time_zone,data:data1}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.time_zone_property !== undefined){
let data2 = data.time_zone_property;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(func0(data2, 50)){
validate0.errors = [{instancePath:instancePath+"/time_zone_property",schemaPath:"#/properties/time_zone_property/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema0.properties.time_zone_property,data:data2}];
return false;
}
else {
if(func1(data2, 1)){
validate0.errors = [{instancePath:instancePath+"/time_zone_property",schemaPath:"#/properties/time_zone_property/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.time_zone_property,data:data2}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/time_zone_property",schemaPath:"#/properties/time_zone_property/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.time_zone_property.type,parentSchema:schema0.properties.time_zone_property,data:data2}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.quiet_hours !== undefined){
let data3 = data.quiet_hours;
const _errs7 = errors;
const _errs8 = errors;
let valid1 = false;
const _errs9 = errors;
if(errors === _errs9){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing0;
if(((data3.from === undefined) && (missing0 = "from")) || ((data3.to === undefined) && (missing0 = "to"))){
const err0 = {instancePath:instancePath+"/quiet_hours",schemaPath:"#/properties/quiet_hours/anyOf/0/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.properties.quiet_hours.anyOf[0].required,parentSchema:schema0.properties.quiet_hours.anyOf[0],data:data3};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data3.from !== undefined){
let data4 = data3.from;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err1 = {instancePath:instancePath+"/quiet_hours/from",schemaPath:"#/properties/quiet_hours/anyOf/0/properties/from/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"},message:"must match pattern \""+"^([01][0-9]|2[0-3]):[0-5][0-9]$"+"\"",schema:"^([01][0-9]|2[0-3]):[0-5][0-9]$",parentSchema:schema0.properties.quiet_hours.anyOf[0].properties.from,data:data4};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/quiet_hours/from",schemaPath:"#/properties/quiet_hours/anyOf/0/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.quiet_hours.anyOf[0].properties.from.type,parentSchema:schema0.properties.quiet_hours.anyOf[0].properties.from,data:data4};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.to !== undefined){
let data5 = data3.to;
const _errs13 = errors;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
const err3 = {instancePath:instancePath+"/quiet_hours/to",schemaPath:"#/properties/quiet_hours/anyOf/0/properties/from/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"},message:"must match pattern \""+"^([01][0-9]|2[0-3]):[0-5][0-9]$"+"\"",schema:"^([01][0-9]|2[0-3]):[0-5][0-9]$",parentSchema:schema1,data:data5};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/quiet_hours/to",schemaPath:"#/properties/quiet_hours/anyOf/0/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data5};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
const err5 = {instancePath:instancePath+"/quiet_hours",schemaPath:"#/properties/quiet_hours/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.quiet_hours.anyOf[0].type,parentSchema:schema0.properties.quiet_hours.anyOf[0],data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid0 = _errs9 === errors;
valid1 = valid1 || _valid0;
if(_valid0){
var props0 = {};
props0.from = true;
props0.to = true;
}
const _errs16 = errors;
if(data3 !== null){
const err6 = {instancePath:instancePath+"/quiet_hours",schemaPath:"#/properties/quiet_hours/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.quiet_hours.anyOf[1].type,parentSchema:schema0.properties.quiet_hours.anyOf[1],data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err7 = {instancePath:instancePath+"/quiet_hours",schemaPath:"#/properties/quiet_hours/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.quiet_hours.anyOf,parentSchema:schema0.properties.quiet_hours,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs8;
if(vErrors !== null){
if(_errs8){
vErrors.length = _errs8;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.retention_days !== undefined){
let data6 = data.retention_days;
const _errs18 = errors;
if((!((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6)))) && (data6 !== null)){
validate0.errors = [{instancePath:instancePath+"/retention_days",schemaPath:"#/properties/retention_days/type",keyword:"type",params:{type: schema0.properties.retention_days.type},message:"must be integer,null",schema:schema0.properties.retention_days.type,parentSchema:schema0.properties.retention_days,data:data6}];
return false;
}
if(errors === _errs18){
if(typeof data6 == "number"){
if(data6 > 3650 || isNaN(data6)){
validate0.errors = [{instancePath:instancePath+"/retention_days",schemaPath:"#/properties/retention_days/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3650},message:"must be <= 3650",schema:3650,parentSchema:schema0.properties.retention_days,data:data6}];
return false;
}
else {
if(data6 < 1 || isNaN(data6)){
validate0.errors = [{instancePath:instancePath+"/retention_days",schemaPath:"#/properties/retention_days/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema0.properties.retention_days,data:data6}];
return false;
}
else {
if(!(formats0.validate(data6))){
validate0.errors = [{instancePath:instancePath+"/retention_days",schemaPath:"#/properties/retention_days/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.retention_days,data:data6}];
return false;
}
}
}
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.marketing !== undefined){
let data7 = data.marketing;
const _errs20 = errors;
if(typeof data7 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/marketing",schemaPath:"#/properties/marketing/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.marketing.type,parentSchema:schema0.properties.marketing,data:data7}];
return false;
}
var valid0 = _errs20 === errors;
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
else {
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.type,parentSchema:schema0,data}];
return false;
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"reentry":true,"time_zone":true,"time_zone_property":true,"quiet_hours":true,"retention_days":true,"marketing":true},"dynamicProps":false,"dynamicItems":false};
return module.exports
})({})
