import {
	createContext,
	type ReactNode,
	type RefObject,
	useContext,
	useEffect,
	useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Toaster, useDismissalWithPage } from '#web/ui/toaster.tsx';

const ToastPanelContext = createContext<(panel: HTMLElement | null) => void>(() => undefined);

/** Shows toasts at the edge of the page, or in the modal panel that covers it. */
export function ToastRoot({ children }: { children: ReactNode }) {
	const [panel, setPanel] = useState<HTMLElement | null>(null);
	useDismissalWithPage();

	return (
		<ToastPanelContext value={setPanel}>
			{children}
			{panel ? createPortal(<Toaster />, panel) : <Toaster />}
		</ToastPanelContext>
	);
}

/** While `panel` is modal, toasts are rendered in it: everything outside lies below it and cannot be clicked. */
export function useToastsInPanel(panel: RefObject<HTMLElement | null>, isModal: boolean): void {
	const setToastPanel = useContext(ToastPanelContext);

	useEffect(() => {
		if (!isModal) return undefined;
		setToastPanel(panel.current);
		return () => setToastPanel(null);
	}, [panel, isModal, setToastPanel]);
}
