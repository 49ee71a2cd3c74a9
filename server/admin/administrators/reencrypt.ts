import type { Db } from '#server/db/client.ts';
import { ownerOf } from './authenticate.ts';
import type { Seal } from './encryption.ts';
import { listTwoStepSecrets, replaceTwoStepSecret } from './two-step-queries.ts';

/** Seals by the newest secret what an older one sealed, so that the older one can be forgotten some day. */
export async function resealTwoStep(db: Db, seal: Seal): Promise<void> {
	for (const { id, sealed } of await listTwoStepSecrets(db)) {
		const renewed = renewedOrNot(seal, sealed, id);
		if (renewed !== undefined) await replaceTwoStepSecret(db, id, sealed, renewed);
	}
}

/** What no secret of ours opens stays as it is: its owner is told so at the door. */
function renewedOrNot(seal: Seal, sealed: string, adminId: number): string | undefined {
	try {
		return seal.renew(sealed, ownerOf(adminId));
	} catch {
		return undefined;
	}
}
