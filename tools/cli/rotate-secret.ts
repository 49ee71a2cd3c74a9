import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { rotateSecret } from '#server/lib/secrets.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { exitWithError, printLine } from '#tools/lib/terminal.ts';

const USAGE = 'Usage: npm run rotate-secret [-- --forget-older]';
const FORGET_OPTION = '--forget-older';
const SECRET_NAME = 'jwt-secret';

/**
 * Makes the app sign with a new secret from its next start on. Signatures by older secrets stay valid, so that nobody
 * is signed out, until the old secrets are removed.
 */
async function main(): Promise<void> {
	const args = process.argv.slice(2);
	if (args.some((arg) => arg !== FORGET_OPTION)) throw new Error(USAGE);
	const forgetsOlder = args.includes(FORGET_OPTION);
	const { dataDir, secrets: configured } = readConfig();
	if (configured) {
		throw new Error(
			'The secret comes from JWT_SECRET: put it first into JWT_SECRET_PREVIOUS, and a new one in its place.',
		);
	}
	// In a folder without a secret a new one would belong to no installation, and its user would take it for theirs.
	if (!existsSync(join(dataDir, SECRET_NAME))) {
		throw new Error(
			`No market has a secret in ${dataDir} yet. Set DATA_DIR to the folder of yours.`,
		);
	}
	const secrets = await rotateSecret(dataDir, SECRET_NAME, { dropOlder: forgetsOlder });
	printLine('There is a new secret. Start the market again to have it used.');
	printLine(
		forgetsOlder
			? 'Everybody then has to log in again, and links in mails that were sent are dead.'
			: `Nobody is signed out: what ${secrets.length - 1} older signed stays good. ${FORGET_OPTION} ends that.`,
	);
}

await main().catch((error: unknown) => exitWithError(reasonOf(error)));
