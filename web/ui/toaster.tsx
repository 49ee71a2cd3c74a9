import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import {
	type FocusEvent,
	type MouseEvent,
	useEffect,
	useLayoutEffect,
	useRef,
	useSyncExternalStore,
} from 'react';
import { useLocation } from 'react-router';
import { IconButton } from './icon-button.tsx';
import { Link } from './link.tsx';
import {
	currentToasts,
	dismissPageToasts,
	dismissToast,
	type Toast,
	watchToasts,
} from './toast.ts';

const VISIBLE_MS = 6000;
const VISIBLE_WITH_ACTION_MS = 12_000;

const NONE: readonly Toast[] = [];
/** The value for server rendering and hydration. A toast may already exist before this part is hydrated. */
const noToasts = () => NONE;

/** Takes no space while empty. */
const STACK_CLASS = 'grid gap-2 not-empty:mb-2';

/**
 * The container of toasts: below the header, because the main buttons and the fields of a page are further down. Both
 * live regions are always rendered, because screen readers announce text only in a region that existed before the text.
 */
export function Toaster() {
	const toasts = useSyncExternalStore(watchToasts, currentToasts, noToasts);
	const isBad = (shown: Toast) => shown.tone === 'bad';
	const focusHandlers = useFocusReturn();

	return (
		<div
			{...focusHandlers}
			className="toasts pointer-events-none fixed inset-x-0 top-16 z-30 mx-auto w-full max-w-md px-4"
		>
			<div role="status" className={STACK_CLASS}>
				{toasts.filter((shown) => !isBad(shown)).map(renderCard)}
			</div>
			<div role="alert" className={STACK_CLASS}>
				{toasts.filter(isBad).map(renderCard)}
			</div>
		</div>
	);
}

/** Removes the toasts of a page that the user leaves. */
export function useDismissalWithPage(): void {
	const { pathname } = useLocation();
	const shownPath = useRef(pathname);

	useEffect(() => {
		if (shownPath.current === pathname) return;
		shownPath.current = pathname;
		dismissPageToasts();
	}, [pathname]);
}

/**
 * When a toast with the focus is removed, returns the focus to the element that had it before the toast. Does not do so
 * after a link in the toast has opened another page, because that page takes the focus itself.
 */
function useFocusReturn() {
	const focusedBefore = useRef<HTMLElement>(null);
	/** The path of the page where a toast got the focus. */
	const pathname = useRef('');
	// React fires no blur event for an element that it removes.
	const hasFocus = useRef(false);

	useLayoutEffect(() => {
		if (!hasFocus.current || document.activeElement !== document.body) return;
		hasFocus.current = false;
		focusedBefore.current?.focus({ preventScroll: true });
	});

	return {
		onFocus({ currentTarget, relatedTarget }: FocusEvent) {
			const isBackInWindow = hasFocus.current && !relatedTarget;
			hasFocus.current = true;
			pathname.current = window.location.pathname;
			if (isBackInWindow || currentTarget.contains(relatedTarget)) return;
			focusedBefore.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
		},
		/** A click with `defaultPrevented` on a link means that the router follows the link within this document. */
		onClick({ target, defaultPrevented }: MouseEvent) {
			const link = target instanceof Element && target.closest('a');
			if (link && defaultPrevented && link.pathname !== pathname.current) hasFocus.current = false;
		},
		onBlur({ target }: FocusEvent) {
			// While another window has the focus, the element stays the focused element of this window.
			if (document.activeElement !== target) hasFocus.current = false;
		},
	};
}

function renderCard(shown: Toast) {
	return <ToastCard key={shown.key} toast={shown} />;
}

const TONES = {
	good: { Icon: CircleCheck, colour: 'text-good' },
	plain: { Icon: Info, colour: 'text-ink-soft' },
	bad: { Icon: CircleAlert, colour: 'text-bad' },
};

function ToastCard({ toast }: { toast: Toast }) {
	const card = useRef<HTMLDivElement>(null);
	const { Icon, colour } = TONES[toast.tone ?? 'good'];
	const visibleMs = toast.action || toast.button ? VISIBLE_WITH_ACTION_MS : VISIBLE_MS;

	useEffect(() => {
		if (toast.isPersistent) return;
		let timer = setTimeout(dismissUnlessInUse, visibleMs);
		return () => clearTimeout(timer);

		/** Stays while hovered or focused, and while the tab is hidden, because the user has not seen it yet. */
		function dismissUnlessInUse() {
			if (document.hidden || card.current?.matches(':hover, :focus-within'))
				timer = setTimeout(dismissUnlessInUse, visibleMs);
			else dismissToast(toast.key);
		}
	}, [visibleMs, toast.key, toast.isPersistent]);

	return (
		<div
			ref={card}
			className="rise pointer-events-auto flex items-center gap-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-float"
		>
			<Icon aria-hidden="true" className={`size-5 shrink-0 ${colour}`} />
			<div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
				<p className="min-w-0 flex-[1_1_10rem] text-sm font-medium wrap-anywhere">
					{toast.message}
				</p>
				<ToastActions toast={toast} />
			</div>
			<IconButton
				label="Dismiss"
				icon={<X aria-hidden="true" className="size-4" />}
				onClick={() => dismissToast(toast.key)}
			/>
		</div>
	);
}

const ACTION_CLASS =
	'flex min-h-11 cursor-pointer items-center rounded-field px-2 text-sm font-semibold text-link';

function ToastActions({ toast: { key, action, button: press } }: { toast: Toast }) {
	return (
		<div className="-ml-2 flex empty:hidden">
			{action && (
				<Link to={action.to} onClick={() => dismissToast(key)} className={ACTION_CLASS}>
					{action.label}
				</Link>
			)}
			{press && (
				<button
					type="button"
					onClick={() => {
						press.onPress();
						dismissToast(key);
					}}
					className={ACTION_CLASS}
				>
					{press.label}
				</button>
			)}
		</div>
	);
}
