// Runs before every module. zod would try to compile its checks with eval as soon as the first contract is defined, which the
// Content-Security-Policy refuses and reports; a browser test fails on the report.
globalThis.__zod_globalConfig = { jitless: true };
