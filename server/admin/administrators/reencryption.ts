import type { Db } from '#server/db/client.ts';
import { secretOwnerOf } from './authenticate.ts';
import type { SecretEncryption } from './encryption.ts';
import { listTwoStepSecrets, replaceTwoStepSecret } from './two-step-queries.ts';

/** Encrypts every stored two-step secret with the newest signing secret, so that an older one can be retired. */
export async function reencryptTwoStepSecrets(db: Db, encryption: SecretEncryption): Promise<void> {
	for (const { id, encryptedSecret } of await listTwoStepSecrets(db)) {
		const reencryptedSecret = tryReencrypt(encryption, encryptedSecret, id);
		if (reencryptedSecret !== undefined)
			await replaceTwoStepSecret(db, id, encryptedSecret, reencryptedSecret);
	}
}

/** The number of stored two-step secrets that would be lost without the older signing secrets. */
export async function countOlderTwoStepSecrets(
	db: Db,
	encryption: SecretEncryption,
): Promise<number> {
	const secrets = await listTwoStepSecrets(db);
	return secrets.filter(
		({ id, encryptedSecret }) => tryReencrypt(encryption, encryptedSecret, id) !== undefined,
	).length;
}

/** A secret that cannot be decrypted stays as it is: its owner cannot sign in here, and each attempt logs how to repair it. */
function tryReencrypt(
	encryption: SecretEncryption,
	encryptedSecret: string,
	adminId: number,
): string | undefined {
	try {
		return encryption.reencrypt(encryptedSecret, secretOwnerOf(adminId));
	} catch {
		return undefined;
	}
}
