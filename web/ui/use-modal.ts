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

/** Controls a native modal dialog, which traps and restores the focus and closes on Escape. */
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
		// A press on the backdrop has the dialog as target. So has a text selection that ends there, but it starts elsewhere.
		onClick: ({ target, currentTarget }) => {
			if (target === currentTarget && target === pressed.current) onClose();
		},
	};
}
