import { setup } from '#tests/support/database.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { printLine } from '#tools/lib/terminal.ts';
import { CONTROLS } from './all-controls.ts';
import { openControlSandbox } from './control-sandbox.ts';
import { findProblem } from './proof.ts';

/**
 * Mutation check of the security controls: disables each control in a copy of the project, and checks that its test then
 * fails. `npm run test:controls -- sockets audit` checks only those whose name contains one of the words.
 */
const args = process.argv.slice(2);
const chosen = CONTROLS.filter(
	({ name }) => args.length === 0 || args.some((word) => name.includes(word)),
);

const servers: string[] = [];
const closeDatabase = await setup({
	provide: (_name, address) => void servers.push(String(address)),
});
const sandbox = await openControlSandbox(servers.join());
let unproved = 0;
try {
	for (const control of chosen) {
		const problem = await findProblem(sandbox, control).catch(reasonOf);
		if (problem) unproved += 1;
		printLine(`${problem ? 'FAILED' : 'proved'}  ${control.name} — ${problem ?? control.test}`);
	}
} finally {
	await sandbox.close();
	await closeDatabase();
}
printLine(`\n${chosen.length} controls, ${unproved} unproved`);
process.exitCode = unproved === 0 && chosen.length > 0 ? 0 : 1;
