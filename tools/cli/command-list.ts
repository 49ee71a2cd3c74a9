interface Command {
	/** The name of the command and of its script in package.json. */
	name: string;
	/** The arguments after the name. */
	usage: string;
	summary: string;
	load: () => Promise<{ run: (args: readonly string[]) => Promise<void> }>;
}

/** The operator's commands. */
export const COMMANDS: readonly Command[] = [
	{
		name: 'maintenance',
		usage: '-- [on [--message "<what is going on>"] [--downtime "<how long>"] | off]',
		summary: 'closes the site for maintenance, or opens it; without on or off prints which it is',
		load: () => import('./commands/maintenance.ts'),
	},
	{
		name: 'backup',
		usage: '-- FILE',
		summary:
			'writes database, photos and the secrets of DATA_DIR into one file, while the site serves',
		load: () => import('./commands/backup.ts'),
	},
	{
		name: 'restore',
		usage: '-- FILE',
		summary: 'restores a backup into an empty DATA_DIR, or DATABASE_URL and PHOTO_STORE',
		load: () => import('./commands/restore.ts'),
	},
	{
		name: 'erase:again',
		usage: '< LOG',
		summary: 'after a restore: erases accounts again that were erased since the backup',
		load: () => import('./commands/erase-again.ts'),
	},
	{
		name: 'admin:reset',
		usage: '-- EMAIL',
		summary: 'gives an administrator a new password, or creates a super administrator',
		load: () => import('./commands/admin-reset.ts'),
	},
	{
		name: 'user:let-in',
		usage: '-- EMAIL|PHONE|NUMBER [ADDRESS]',
		summary: 'mails a link to a student who cannot sign in',
		load: () => import('./commands/user-let-in.ts'),
	},
	{
		name: 'audit:verify',
		usage: '-- [--expect NUMBER:HASH]',
		summary: 'checks that the audit log was not changed',
		load: () => import('./commands/audit-verify.ts'),
	},
	{
		name: 'rotate-secret',
		usage: '[-- --forget-older]',
		summary:
			'makes a new signing secret for the next start; with --forget-older removes the older ones',
		load: () => import('./commands/rotate-secret.ts'),
	},
	{
		name: 'seed',
		usage: '-- --items NUMBER',
		summary: 'adds many generated listings, for measurements',
		load: () => import('./commands/seed.ts'),
	},
];

export function findCommand(name: string): Command | undefined {
	return COMMANDS.find((command) => command.name === name);
}

export function usageOf({ name, usage }: Command): string {
	return `Usage: npm run ${name} ${usage}`;
}

export function commandHelp(command: Command): string {
	return `${usageOf(command)}\n\n${command.name} ${command.summary}.`;
}

export function generalHelp(): string {
	const width = Math.max(...COMMANDS.map(({ name }) => name.length));
	return [
		'Usage: npm run <command> -- [arguments]',
		'       npm run <command> -- --help    the arguments of a command',
		'',
		...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
		'',
		'Commands use the same environment variables as the server.',
	].join('\n');
}
