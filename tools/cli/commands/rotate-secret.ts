import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { rotateSecret } from '#server/lib/secrets.ts';
import { readArguments } from '#tools/cli/arguments.ts';
import { printLine } from '#tools/lib/terminal.ts';

const SECRET_NAME = 'jwt-secret';

/**
 * Makes the app sign with a new secret from its next start on. Signatures by older secrets stay valid, so that nobody
 * is signed out, until the old secrets are removed.
 */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = readArguments(args, { 'forget-older': { type: 'boolean' } });
	const { 'forget-older': dropOlder = false } = values;
	const { dataDir, secrets: configured } = readConfig();
	if (configured) {
		throw new Error(
			'The secret comes from JWT_SECRET: put it first into JWT_SECRET_PREVIOUS, and a new one in its place.',
		);
	}
	// Without an old secret this is probably the wrong folder: a new one here would have no effect on the installation.
	if (!existsSync(join(dataDir, SECRET_NAME))) {
		throw new Error(
			`No market has a secret in ${dataDir} yet. Set DATA_DIR to the folder of yours.`,
		);
	}
	const secrets = await rotateSecret(dataDir, SECRET_NAME, { dropOlder });
	printLine('There is a new secret. Start the market again to have it used.');
	printLine(
		dropOlder
			? 'Everybody then has to log in again, and links in mails that were sent are dead.'
			: `Nobody is signed out: what ${secrets.length - 1} older signed stays good. --forget-older ends that.`,
	);
}
