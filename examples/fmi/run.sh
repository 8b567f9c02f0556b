#!/bin/sh
# Exports the crane, unpacks the FMU and steps it by crane.c: run.sh BUILD SOURCE CMAKE
set -e
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$1/bramah" fmu "$2/models/patu655.yaml" -o "$folder/crane.fmu" --outputs lift.length
cd "$folder"
"$3" -E tar xf crane.fmu
value() { sed -n "s/.*$1=\"\([^\"]*\)\".*/\1/p" | head -1; }
guid=$(value guid <modelDescription.xml)
lever=$(grep 'name="lift_lever"' modelDescription.xml | value valueReference)
length=$(grep 'name="lift.length"' modelDescription.xml | value valueReference)
"$1/fmi_crane" binaries/linux64/patu655.so "$folder/resources" "$guid" "$lever" "$length"
