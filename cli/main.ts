#!/usr/bin/env node
import './launch.cjs';
