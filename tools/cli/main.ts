import '#server/app/compile-cache.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { exitWithError, printLine } from '#tools/lib/terminal.ts';
import { WrongArguments } from './arguments.ts';
import { commandHelp, findCommand, generalHelp, usageOf } from './command-list.ts';

/** `npm run <command> -- …`; `--help` explains one command or, without a command, lists all. */
async function main([name, ...args]: readonly string[]): Promise<void> {
	if (name === undefined || name === '--help') return printLine(generalHelp());
	const command = findCommand(name);
	if (!command) throw new Error(`There is no command "${name}".\n${generalHelp()}`);
	if (args.includes('--help')) return printLine(commandHelp(command));
	const { run } = await command.load();
	await run(args).catch((error: unknown) => {
		if (!(error instanceof WrongArguments)) throw error;
		throw new Error([error.message, usageOf(command)].filter(Boolean).join('\n'));
	});
}

await main(process.argv.slice(2)).catch((error: unknown) => exitWithError(reasonOf(error)));
