import { setup } from '#tests/support/database.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { printLine } from '#tools/lib/terminal.ts';
import { CONTROLS } from './list.ts';
import { faultOf } from './proof.ts';
import { openTrial } from './trial.ts';

/** `npm run test:controls -- sockets audit` runs those whose name contains one of the words. */
const words = process.argv.slice(2);
const chosen = CONTROLS.filter(
	({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);

const servers: string[] = [];
const closeDatabase = await setup({
	provide: (_name, address) => void servers.push(String(address)),
});
const trial = await openTrial(servers.join());
let unproved = 0;
try {
	for (const control of chosen) {
		const fault = await faultOf(trial, control).catch(reasonOf);
		if (fault) unproved += 1;
		printLine(`${fault ? 'FAILED' : 'proved'}  ${control.name} — ${fault ?? control.test.file}`);
	}
} finally {
	await trial.close();
	await closeDatabase();
}
printLine(`\n${chosen.length} controls, ${unproved} unproved`);
process.exitCode = unproved === 0 && chosen.length > 0 ? 0 : 1;
