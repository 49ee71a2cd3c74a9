import { X } from 'lucide-react';
import {
	type ReactNode,
	type RefObject,
	useEffect,
	useEffectEvent,
	useId,
	useLayoutEffect,
	useRef,
} from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import { useToastsInPanel } from './toast-root.tsx';
import { isModalOpen } from './use-list-keys.ts';

interface SidePanelProps {
	title: string;
	/** The id of the shown row: when it changes, the content scrolls to its top. */
	openedId?: number;
	onClose: () => void;
	children: ReactNode;
	/** Buttons that stay at the bottom. */
	actions?: ReactNode;
}

/**
 * The details of a row: beside the list, or over the list on narrow screens. The panel is open while it is mounted. It
 * takes the focus, and gives the focus back when it closes. Meanwhile its content may change: j and k open other rows.
 */
export function SidePanel({ title, openedId, onClose, children, actions }: SidePanelProps) {
	const titleId = useId();
	const panel = useRef<HTMLDialogElement>(null);
	const content = useScrolledToTop(openedId);
	const isWide = useIsWide();
	const close = useEffectEvent(onClose);

	// Must run before the effect that opens the panel and so moves the focus: this hook remembers the focused element.
	useRestoreFocus(panel);

	useEffect(() => {
		const dialog = panel.current;
		if (isWide) dialog?.show();
		else dialog?.showModal();
		return () => dialog?.close();
	}, [isWide]);
	useToastsInPanel(panel, !isWide);
	useAlignWithList(panel);

	useEffect(() => {
		if (!isWide) return;
		function handleKeyDown(event: KeyboardEvent) {
			if (event.key !== 'Escape' || event.defaultPrevented || isModalOpen()) return;
			event.preventDefault();
			close();
		}
		document.addEventListener('keydown', handleKeyDown);
		return () => document.removeEventListener('keydown', handleKeyDown);
	}, [isWide]);

	return (
		<dialog
			ref={panel}
			aria-labelledby={titleId}
			onCancel={(event) => {
				// In React this event bubbles: a nested dialog must not close the panel.
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
			<div ref={content} className="grid min-h-0 flex-1 content-start gap-5 overflow-auto p-5">
				{children}
			</div>
			{actions && (
				<div className="flex flex-wrap gap-2 border-t border-line px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
					{actions}
				</div>
			)}
		</dialog>
	);
}

/** Height of the top bar, in pixels; a panel begins below it. */
const TOP_BAR_PX = 68;
/** Minimum height of a panel, in pixels: in a low window the panel begins above the top of its list. */
const MIN_HEIGHT_PX = 420;

/**
 * On wide screens the panel begins at the top of its list, so that the page heading stays visible. It scrolls with the
 * list until it reaches the top bar.
 */
function useAlignWithList(panel: { current: HTMLDialogElement | null }): void {
	useLayoutEffect(() => {
		const page = document.querySelector('main');
		function align() {
			const listTop = document.querySelector('.list-body')?.getBoundingClientRect().top ?? 0;
			const top = Math.max(TOP_BAR_PX, Math.min(listTop, window.innerHeight - MIN_HEIGHT_PX));
			panel.current?.style.setProperty('--panel-top', `${top}px`);
		}
		align();
		// Content above the list may load later.
		const observer = new ResizeObserver(align);
		if (page) observer.observe(page);
		window.addEventListener('scroll', align, { passive: true });
		window.addEventListener('resize', align);
		return () => {
			observer.disconnect();
			window.removeEventListener('scroll', align);
			window.removeEventListener('resize', align);
		};
	}, [panel]);
}

/** Scrolls the content to its top when another row is shown, because all rows share one scrolling element. */
function useScrolledToTop(openedId: number | undefined): RefObject<HTMLDivElement | null> {
	const content = useRef<HTMLDivElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run for each row.
	useLayoutEffect(() => {
		if (content.current) content.current.scrollTop = 0;
	}, [openedId]);
	return content;
}

/**
 * When the panel is removed with the focus in it, the focus returns to the last focused element outside every dialog.
 */
function useRestoreFocus(panel: { current: HTMLDialogElement | null }): void {
	useEffect(() => {
		const dialog = panel.current;
		let lastFocused = document.activeElement;
		function rememberFocus({ target }: FocusEvent) {
			if (target instanceof HTMLElement && !target.closest('dialog')) lastFocused = target;
		}
		document.addEventListener('focusin', rememberFocus);
		return () => {
			document.removeEventListener('focusin', rememberFocus);
			const focused = document.activeElement;
			const isLost = focused === document.body || dialog?.contains(focused);
			if (isLost && lastFocused instanceof HTMLElement) lastFocused.focus();
		};
	}, [panel]);
}

/** A labelled value in a panel. */
export function Detail({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="grid gap-0.5">
			<dt className="text-xs text-ink-soft">{label}</dt>
			<dd className="text-sm wrap-anywhere whitespace-pre-line">{children}</dd>
		</div>
	);
}
