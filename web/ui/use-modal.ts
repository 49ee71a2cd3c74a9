import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

interface Modal {
	ref: RefObject<HTMLDialogElement | null>;
	onCancel: (event: SyntheticEvent) => void;
	onClick: (event: MouseEvent<HTMLDialogElement>) => void;
}

/** Drives the platform's modal dialog: it keeps the focus inside, gives it back, and closes on Escape. */
export function useModal(isOpen: boolean, onClose: () => void): Modal {
	const ref = useRef<HTMLDialogElement>(null);

	useEffect(() => {
		const dialog = ref.current;
		if (!dialog || dialog.open === isOpen) return;
		if (isOpen) dialog.showModal();
		else dialog.close();
	}, [isOpen]);

	return {
		ref,
		onCancel: (event) => {
			event.preventDefault();
			onClose();
		},
		// The backdrop belongs to the dialog: a press on it hits the dialog itself.
		onClick: (event) => {
			if (event.target === event.currentTarget) onClose();
		},
	};
}
