import type { Db } from '#server/db/client.ts';
import { secretOwnerOf } from './authenticate.ts';
import type { SecretEncryption } from './encryption.ts';
import { listTwoStepSecrets, replaceTwoStepSecret } from './two-step-queries.ts';

/** Seals by the newest secret what an older one sealed, so that the older one can be forgotten some day. */
export async function reencryptTwoStepSecrets(db: Db, encryption: SecretEncryption): Promise<void> {
	for (const { id, encryptedSecret } of await listTwoStepSecrets(db)) {
		const reencryptedSecret = tryReencrypt(encryption, encryptedSecret, id);
		if (reencryptedSecret !== undefined)
			await replaceTwoStepSecret(db, id, encryptedSecret, reencryptedSecret);
	}
}

/** What no secret of ours opens stays as it is: its owner is told so at the door. */
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
