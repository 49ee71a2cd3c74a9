import {
	type MouseEvent,
	type PointerEvent,
	type RefObject,
	type SyntheticEvent,
	useEffect,
	useRef,
} from 'react';
import { afterNextFrame } from '#web/lib/when-idle.ts';

interface Modal {
	ref: RefObject<HTMLDialogElement | null>;
	onCancel: (event: SyntheticEvent) => void;
	onClose: (event: SyntheticEvent<HTMLDialogElement>) => void;
	onPointerDown: (event: PointerEvent<HTMLDialogElement>) => void;
	onClick: (event: MouseEvent<HTMLDialogElement>) => void;
}

/**
 * Controls a native modal dialog, which traps and restores the focus and closes on Escape.
 * @param onClose called to close the dialog; may leave it open, for instance while its form is being sent
 * @param isDrawnFirst whether to paint the dialog one frame before it becomes modal, so that it appears sooner
 */
export function useModal(isOpen: boolean, onClose: () => void, isDrawnFirst = false): Modal {
	const ref = useRef<HTMLDialogElement>(null);
	const pressed = useRef<EventTarget>(null);

	useEffect(() => {
		const dialog = ref.current;
		if (!dialog || dialog.open === isOpen) return;
		if (!isOpen) dialog.close();
		else if (isDrawnFirst) return showModalOnceDrawn(dialog);
		else dialog.showModal();
	}, [isOpen, isDrawnFirst]);

	return {
		ref,
		onCancel: (event) => {
			// In React this event bubbles: closing a nested dialog must not close this one.
			if (event.target === ref.current) {
				event.preventDefault();
				onClose();
			}
		},
		// Browsers close a dialog that has refused to close several times, so it is opened again.
		onClose: ({ target, currentTarget }) => {
			if (target === currentTarget && isOpen) currentTarget.showModal();
		},
		onPointerDown: ({ target }) => {
			pressed.current = target;
		},
		// A click on the backdrop has the dialog as target. A text selection that ends on the backdrop causes the same click,
		// but its press was elsewhere.
		onClick: ({ target }) => {
			if (target === ref.current && target === pressed.current) onClose();
		},
	};
}

interface BlockingModal {
	dialog: Modal;
	heading: RefObject<HTMLHeadingElement | null>;
}

/** A modal dialog that neither Escape nor a press beside it closes. The focus begins at its heading. */
export function useBlockingModal(): BlockingModal {
	const dialog = useModal(true, stayOpen);
	const heading = useRef<HTMLHeadingElement>(null);

	// Screen readers start at the heading, and a key meant for the page presses no button.
	useEffect(() => heading.current?.focus(), []);

	return { dialog, heading };
}

function stayOpen(): void {}

/**
 * Shows the dialog, and makes it modal in the task after the next frame. Making it modal restyles the whole page, which
 * on a slow phone takes longer than painting the dialog (bench/RESULTS.md, "from a tap to the open filters").
 * @returns a function that hides the dialog again if it is not modal yet
 */
function showModalOnceDrawn(dialog: HTMLDialogElement): () => void {
	const cancel = afterNextFrame(() => {
		// Not by `close()`, which would move the focus.
		dialog.removeAttribute('open');
		dialog.showModal();
	});
	dialog.setAttribute('open', '');
	return () => {
		cancel();
		if (!dialog.matches(':modal')) dialog.removeAttribute('open');
	};
}
