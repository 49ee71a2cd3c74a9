import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import { useToastsIn } from './toast-place.tsx';
import { isUnderModal } from './use-list-keys.ts';

interface SidePanelProps {
	title: string;
	onClose: () => void;
	children: ReactNode;
	/** Buttons that stay at the bottom. */
	actions?: ReactNode;
}

/**
 * The details of a row, beside the list so that it stays in sight; on narrow screens over it. Mount it to open it; it takes the
 * focus and gives it back. What is in it may change while it is open, as by j and k in the list.
 */
export function SidePanel({ title, onClose, children, actions }: SidePanelProps) {
	const titleId = useId();
	const panel = useRef<HTMLDialogElement>(null);
	const isWide = useIsWide();
	const close = useEffectEvent(onClose);

	// First: it looks where the focus is before the panel takes it.
	useFocusGivenBack(panel);

	useEffect(() => {
		const dialog = panel.current;
		if (isWide) dialog?.show();
		else dialog?.showModal();
		return () => dialog?.close();
	}, [isWide]);
	useToastsIn(panel, !isWide);
	usePlaceBesideList(panel);

	useEffect(() => {
		if (!isWide) return;
		function hear(event: KeyboardEvent) {
			if (event.key !== 'Escape' || event.defaultPrevented || isUnderModal()) return;
			event.preventDefault();
			close();
		}
		document.addEventListener('keydown', hear);
		return () => document.removeEventListener('keydown', hear);
	}, [isWide]);

	return (
		<dialog
			ref={panel}
			aria-labelledby={titleId}
			onCancel={(event) => {
				// In React it bubbles: a dialog of what is shown here closes alone.
				if (event.target !== event.currentTarget) return;
				event.preventDefault();
				onClose();
			}}
			className="side-panel fixed top-auto right-0 bottom-0 left-0 z-20 m-0 max-h-[92dvh] w-full max-w-none flex-col rounded-t-card border-line bg-surface text-ink shadow-float open:flex wide:top-(--panel-top,4.25rem) wide:left-auto wide:h-[calc(100dvh-var(--panel-top,4.25rem))] wide:max-h-none wide:w-96 wide:rounded-tr-none wide:border-t wide:border-l"
		>
			<div className="flex items-start justify-between gap-3 border-b border-line py-2 pr-2 pl-5">
				<h2 id={titleId} className="py-2 text-lg">
					{title}
				</h2>
				<IconButton
					label="Close"
					icon={<X aria-hidden="true" className="size-5" />}
					onClick={onClose}
				/>
			</div>
			<div className="grid min-h-0 flex-1 content-start gap-5 overflow-auto p-5">{children}</div>
			{actions && (
				<div className="flex flex-wrap gap-2 border-t border-line p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
					{actions}
				</div>
			)}
		</dialog>
	);
}

/** The bar above every page, in pixels; a panel ends below it. */
const BAR_PX = 68;
/** A panel is at least so high, in pixels: in a low window it begins above its list. */
const LOWEST_PX = 420;

/** On wide screens it begins where its list does, and goes up with it as far as the bar: the head of the page stays free. */
function usePlaceBesideList(panel: { current: HTMLDialogElement | null }): void {
	useLayoutEffect(() => {
		const page = document.querySelector('main');
		function place() {
			const list = document.querySelector('.list-body')?.getBoundingClientRect().top ?? 0;
			const top = Math.max(BAR_PX, Math.min(list, window.innerHeight - LOWEST_PX));
			panel.current?.style.setProperty('--panel-top', `${top}px`);
		}
		place();
		// What stands above the list may come late.
		const resizes = new ResizeObserver(place);
		if (page) resizes.observe(page);
		window.addEventListener('scroll', place, { passive: true });
		window.addEventListener('resize', place);
		return () => {
			resizes.disconnect();
			window.removeEventListener('scroll', place);
			window.removeEventListener('resize', place);
		};
	}, [panel]);
}

/** When it goes away with the focus in it, the focus goes where it last was outside of every dialog. */
function useFocusGivenBack(panel: { current: HTMLDialogElement | null }): void {
	useEffect(() => {
		const dialog = panel.current;
		let outside = document.activeElement;
		function remember({ target }: FocusEvent) {
			if (target instanceof HTMLElement && !target.closest('dialog')) outside = target;
		}
		document.addEventListener('focusin', remember);
		return () => {
			document.removeEventListener('focusin', remember);
			const focused = document.activeElement;
			const isLost = focused === document.body || dialog?.contains(focused);
			if (isLost && outside instanceof HTMLElement) outside.focus();
		};
	}, [panel]);
}

/** A fact in a panel. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="grid gap-0.5">
			<dt className="text-xs text-ink-soft">{label}</dt>
			<dd className="text-sm wrap-anywhere whitespace-pre-line">{children}</dd>
		</div>
	);
}
