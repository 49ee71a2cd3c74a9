import { cruise } from 'dependency-cruiser';
import { ROOT } from './program.ts';
import { say } from './terminal.ts';

const ROOTS = ['contract', 'server', 'web', 'ops', 'tests'];
/** Without a reader for TypeScript the tool finds nothing and is content; a project this size has more files. */
const FEWEST_MODULES = 60;

process.chdir(ROOT);
const { default: walls } = await import(`${ROOT}.dependency-cruiser.mjs`);
const { options, forbidden } = walls;
const { output } = await cruise(ROOTS, { ...options, validate: true, ruleSet: { forbidden } });
if (typeof output === 'string') throw new Error('The walls came back as text.');
const { violations, totalCruised } = output.summary;
for (const { rule, from, to } of violations) say(`${rule.name}: ${from} → ${to}`);
if (totalCruised < FEWEST_MODULES) say(`Only ${totalCruised} modules were read.`);
const sound = violations.length === 0 && totalCruised >= FEWEST_MODULES;
say(`${totalCruised} modules, ${violations.length} violations`);
process.exitCode = sound ? 0 : 1;
