import {
	createContext,
	type ReactNode,
	type RefObject,
	useContext,
	useEffect,
	useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Toaster } from '#web/ui/toaster.tsx';

const SetPlace = createContext<(panel: HTMLElement | null) => void>(() => undefined);

/** Shows what is said in passing: at the edge of the page, or in the panel that lies over it. */
export function ToastPlace({ children }: { children: ReactNode }) {
	const [panel, setPanel] = useState<HTMLElement | null>(null);

	return (
		<SetPlace value={setPanel}>
			{children}
			{panel ? createPortal(<Toaster />, panel) : <Toaster />}
		</SetPlace>
	);
}

/** While `panel` is modal toasts are in it: what is outside of it lies below, and can't be pressed. */
export function useToastsIn(panel: RefObject<HTMLElement | null>, isModal: boolean): void {
	const setPlace = useContext(SetPlace);

	useEffect(() => {
		if (!isModal) return undefined;
		setPlace(panel.current);
		return () => setPlace(null);
	}, [panel, isModal, setPlace]);
}
