import { glob } from 'node:fs/promises';
import { cruise } from 'dependency-cruiser';
import { layerOf } from './lib/layers.ts';
import { ROOT } from './lib/run-program.ts';
import { say } from './lib/terminal.ts';

const ROOTS = ['contract', 'server', 'web', 'tools', 'deploy', 'tests', 'bench'];

process.chdir(ROOT);
const { default: rules } = await import(`${ROOT}.dependency-cruiser.mjs`);
const { options, forbidden } = rules;
const { output } = await cruise(ROOTS, { ...options, validate: true, ruleSet: { forbidden } });
if (typeof output === 'string') throw new Error('The result came back as text.');
const { violations, totalCruised } = output.summary;
for (const { rule, from, to } of violations) say(`${rule.name}: ${from} → ${to}`);

const sources = await Array.fromAsync(glob(`{${ROOTS}}/**/*.{ts,tsx}`));
const read = new Set(output.modules.map(({ source }) => source));
// Without a reader for TypeScript the tool finds nothing, and is content.
const unread = sources.filter((source) => !read.has(source));
for (const source of unread) say(`${source} was not read.`);
const code = sources.filter((source) => !source.includes('.test.'));
const unlisted = code.filter((source) => layerOf(source) === undefined);
for (const source of unlisted) say(`${source} is in no folder of tools/lib/layers.ts.`);

say(`${totalCruised} modules, ${violations.length} violations`);
process.exitCode = violations.length + unread.length + unlisted.length === 0 ? 0 : 1;
