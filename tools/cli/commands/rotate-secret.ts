import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
	countOlderTwoStepSecrets,
	createTwoStepEncryption,
} from '#server/admin/administrators/encryption.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { loadSecrets, removeSecrets, rotateSecret, type Secrets } from '#server/lib/secrets.ts';
import { readArguments } from '#tools/cli/arguments.ts';
import { withDatabase } from '#tools/cli/with-database.ts';
import { printLine } from '#tools/lib/terminal.ts';

const SECRET_NAME = 'jwt-secret';

/**
 * Adds a new secret, with which the app signs from its next start on. Signatures by older secrets stay valid, so
 * that nobody is signed out. That start also re-encrypts authenticator secrets with the new secret; after it,
 * `--forget-older` removes the older secrets.
 */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = readArguments(args, { 'forget-older': { type: 'boolean' } });
	const config = readConfig();
	const { dataDir } = config;
	if (config.secrets) {
		throw new Error(
			'The secret comes from JWT_SECRET. Change it by JWT_SECRET_PREVIOUS: see "Secrets" in docs/operations/runbook.md.',
		);
	}
	// A folder without a secret is probably the wrong one. A new secret in it would have no effect on the installation.
	if (!existsSync(join(dataDir, SECRET_NAME))) {
		throw new Error(
			`No market has a secret in ${dataDir} yet. Set DATA_DIR to the folder of yours.`,
		);
	}
	if (values['forget-older']) await forgetOlder(config);
	else await rotate(dataDir);
}

async function rotate(dataDir: string): Promise<void> {
	const olderCount = await rotateSecret(dataDir, SECRET_NAME);
	printLine('There is a new secret. Start the market again to have it used.');
	printLine(
		`Nobody is signed out: tokens signed with ${formatOlderCount(olderCount)} stay valid. After that start, --forget-older ends that.`,
	);
}

async function forgetOlder(config: Config): Promise<void> {
	const secrets = await loadSecrets(config.dataDir, SECRET_NAME);
	const [, ...older] = secrets;
	if (older.length === 0) {
		throw new Error(
			'There is no older secret to forget. Make a new one first: npm run rotate-secret, then start the market again.',
		);
	}
	await requireReencrypted(config, secrets);
	await removeSecrets(config.dataDir, SECRET_NAME, older);
	printLine(
		`Removed ${formatOlderCount(older.length)}. Start the market again for this to take effect.`,
	);
	printLine(
		'Those who logged in before the newest secret was used then have to log in again, and links mailed before are dead.',
	);
}

/** @throws Error in one line when administrators could not sign in any more without the older secrets */
async function requireReencrypted(config: Config, secrets: Secrets): Promise<void> {
	await withDatabase(config, async ({ db }) => {
		const count = await countOlderTwoStepSecrets(db, createTwoStepEncryption(secrets));
		if (count === 0) return;
		throw new Error(
			`Nothing is forgotten: authenticator secrets encrypted with an older secret: ${count}. Start the market again, which encrypts them with the newest one, and then repeat this.`,
		);
	});
}

function formatOlderCount(count: number): string {
	return count === 1 ? '1 older secret' : `${count} older secrets`;
}
