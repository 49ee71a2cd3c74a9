import { useEffect, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { readStoredAdmin } from '#web/admin/lib/token.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type Leave = () => void;

/** Asks whether to leave; set while the page has unsaved changes. */
let askBeforeLeaving: ((leave: Leave) => void) | undefined;

/** Leaves the page by something other than navigation, such as logging out; asks first if changes are unsaved. */
export function leaveOnceConfirmed(leave: Leave): void {
	if (askBeforeLeaving) askBeforeLeaving(leave);
	else leave();
}

/**
 * Asks before navigation discards unsaved changes, except when the session has ended. Only one guard may be mounted,
 * because the router allows one blocker at a time.
 * @param props.unsaved headings of the forms with unsaved changes
 */
export function UnsavedGuard({ unsaved }: { unsaved: readonly string[] }) {
	const isUnsaved = unsaved.length > 0;
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) =>
			isUnsaved &&
			readStoredAdmin() !== undefined &&
			currentLocation.pathname !== nextLocation.pathname,
	);
	const [leave, setLeave] = useState<Leave>();
	useEffect(() => {
		if (!isUnsaved) return undefined;
		askBeforeLeaving = (newLeave) => setLeave(() => newLeave);
		return () => {
			askBeforeLeaving = undefined;
		};
	}, [isUnsaved]);
	useBeforeUnload((event) => {
		if (isUnsaved) event.preventDefault();
	});

	function proceed(): void {
		setLeave(undefined);
		leave?.();
		blocker.proceed?.();
	}

	function stay(): void {
		setLeave(undefined);
		blocker.reset?.();
	}

	return (
		<ConfirmDialog
			open={leave !== undefined || blocker.state === 'blocked'}
			title="Leave without saving?"
			question={`What you changed in “${unsaved.join('” and “')}” is not saved yet.`}
			confirmLabel="Leave"
			cancelLabel="Stay"
			onConfirm={proceed}
			onCancel={stay}
		/>
	);
}
