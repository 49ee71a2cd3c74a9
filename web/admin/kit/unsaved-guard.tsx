import { useBeforeUnload, useBlocker } from 'react-router';
import { readToken } from '#web/admin/lib/token.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/**
 * Asks before navigation discards unsaved changes. A session that ends is not held up. The router allows one blocker
 * at a time.
 * @param props.unsaved headings of the forms with unsaved changes
 */
export function UnsavedGuard({ unsaved }: { unsaved: readonly string[] }) {
	const isUnsaved = unsaved.length > 0;
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) =>
			isUnsaved && readToken() !== undefined && currentLocation.pathname !== nextLocation.pathname,
	);
	useBeforeUnload((event) => {
		if (isUnsaved) event.preventDefault();
	});

	return (
		<ConfirmDialog
			open={blocker.state === 'blocked'}
			title="Leave without saving?"
			question={`What you changed in “${unsaved.join('” and “')}” is not saved yet.`}
			confirmLabel="Leave"
			cancelLabel="Stay"
			onConfirm={() => blocker.proceed?.()}
			onCancel={() => blocker.reset?.()}
		/>
	);
}
