import { useState } from 'react';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { toast } from '#web/ui/toast.ts';
import { useRemovePicture } from './queries.ts';

/** Removes the user's profile picture after a confirmation. */
export function RemovePicture() {
	const removing = useRemovePicture();
	const [isAsking, setIsAsking] = useState(false);

	function remove() {
		removing.mutate(undefined, {
			onSuccess: ({ message }) => toast(message),
			onSettled: () => setIsAsking(false),
		});
	}

	return (
		<div className="grid gap-2">
			<Button variant="quiet" onClick={() => setIsAsking(true)}>
				Remove picture
			</Button>
			{removing.error && (
				<FormAlert>
					{errorMessageFor(
						removing.error,
						REQUEST_ERRORS.failed.message,
						REQUEST_ERRORS.failed.message,
					)}
				</FormAlert>
			)}
			<ConfirmDialog
				open={isAsking}
				title="Remove your picture?"
				question="Others will see your initials instead."
				confirmLabel="Remove picture"
				onConfirm={remove}
				onCancel={() => setIsAsking(false)}
				busy={removing.isPending}
			/>
		</div>
	);
}
