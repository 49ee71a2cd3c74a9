import { glob } from 'node:fs/promises';
import { cruise } from 'dependency-cruiser';
import { layerOf } from './lib/layers.ts';
import { ROOT } from './lib/run-program.ts';
import { printLine } from './lib/terminal.ts';

/* Checks the import rules, which follow from the layers in `lib/layers.ts`. A step of `npm test`. */
const SOURCE_FOLDERS = ['contract', 'server', 'web', 'tools', 'deploy', 'tests', 'bench'];

process.chdir(ROOT);
const { default: rules } = await import(`${ROOT}.dependency-cruiser.mjs`);
const { options, forbidden } = rules;
const { output } = await cruise(SOURCE_FOLDERS, {
	...options,
	validate: true,
	ruleSet: { forbidden },
});
if (typeof output === 'string') throw new Error('The result came back as text.');
const { violations, totalCruised } = output.summary;
for (const { rule, from, to } of violations) printLine(`${rule.name}: ${from} → ${to}`);

const sources = await Array.fromAsync(glob(`{${SOURCE_FOLDERS}}/**/*.{ts,tsx}`));
const readPaths = new Set(output.modules.map(({ source }) => source));
// If the TypeScript compiler is missing, dependency-cruiser skips TypeScript files without an error.
const unread = sources.filter((source) => !readPaths.has(source));
for (const source of unread) printLine(`${source} was not read.`);
const productionFiles = sources.filter((source) => !source.includes('.test.'));
const unlisted = productionFiles.filter((source) => layerOf(source) === undefined);
for (const source of unlisted) printLine(`${source} is in no folder of tools/lib/layers.ts.`);

printLine(`${totalCruised} modules, ${violations.length} violations`);
process.exitCode = violations.length + unread.length + unlisted.length === 0 ? 0 : 1;
