import { useState } from 'react';
import type { Account } from '#contract/accounts/schemas.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

/** The section of the account page with the button to delete the account. */
export function DeleteAccount({ account }: { account: Account }) {
	const [isAsking, setIsAsking] = useState(false);

	return (
		<Section
			title="Delete my account"
			anchor="delete"
			lead="This is permanent. Backups keep your data for another month, then it is gone from them too."
		>
			<Button size="small" onClick={() => setIsAsking(true)} className="justify-self-start">
				Delete my account…
			</Button>
			<DeleteDialog open={isAsking} account={account} onClose={() => setIsAsking(false)} />
		</Section>
	);
}
