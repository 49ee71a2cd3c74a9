import { glob } from 'node:fs/promises';
import { cruise } from 'dependency-cruiser';
import { ROOT } from './lib/run-program.ts';
import { say } from './lib/terminal.ts';

const ROOTS = ['contract', 'server', 'web', 'tools', 'deploy', 'tests', 'bench'];

process.chdir(ROOT);
const { default: walls } = await import(`${ROOT}.dependency-cruiser.mjs`);
const { options, forbidden } = walls;
const { output } = await cruise(ROOTS, { ...options, validate: true, ruleSet: { forbidden } });
if (typeof output === 'string') throw new Error('The walls came back as text.');
const { violations, totalCruised } = output.summary;
// Without a reader for TypeScript the tool finds nothing, and is content.
const unread = new Set(await Array.fromAsync(glob(`{${ROOTS}}/**/*.{ts,tsx}`)));
for (const { source } of output.modules) unread.delete(source);
for (const { rule, from, to } of violations) say(`${rule.name}: ${from} → ${to}`);
for (const source of unread) say(`${source} was not read.`);
say(`${totalCruised} modules, ${violations.length} violations`);
process.exitCode = violations.length === 0 && unread.size === 0 ? 0 : 1;
