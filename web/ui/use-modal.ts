import {
	type MouseEvent,
	type PointerEvent,
	type RefObject,
	type SyntheticEvent,
	useEffect,
	useRef,
} from 'react';

interface Modal {
	ref: RefObject<HTMLDialogElement | null>;
	onCancel: (event: SyntheticEvent) => void;
	onPointerDown: (event: PointerEvent<HTMLDialogElement>) => void;
	onClick: (event: MouseEvent<HTMLDialogElement>) => void;
}

/** Drives the platform's modal dialog: it keeps the focus inside, gives it back, and closes on Escape. */
export function useModal(isOpen: boolean, onClose: () => void): Modal {
	const ref = useRef<HTMLDialogElement>(null);
	const pressed = useRef<EventTarget>(null);

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
		onPointerDown: ({ target }) => {
			pressed.current = target;
		},
		// The backdrop belongs to the dialog: a press on it hits the dialog itself, as does a selection that only ends there.
		onClick: ({ target, currentTarget }) => {
			if (target === currentTarget && target === pressed.current) onClose();
		},
	};
}
