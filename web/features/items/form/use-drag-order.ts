import {
	type CSSProperties,
	type PointerEvent,
	type RefObject,
	useEffect,
	useRef,
	useState,
} from 'react';
import { type Place, placeUnder, placeWhile } from './drag-order.ts';

/** How long a finger rests on a photo before it carries it: a shorter touch scrolls the page. */
const LONG_PRESS_MS = 350;
/** Pixels that a pointer may move and still not mean to drag. */
const STILL_PX = 8;

interface Gesture {
	from: number;
	x: number;
	y: number;
	/** Of a finger that has not rested for long enough yet. */
	timer: number | undefined;
	/** Where the tiles were when the photo was taken up; undefined before that. */
	places: Place[] | undefined;
}

interface Drag {
	from: number;
	to: number;
	/** Pixels from where it was. */
	x: number;
	y: number;
	places: Place[];
}

export interface DragOrder {
	/** For the part of each tile that can be taken up. */
	handlersOf: (index: number) => {
		onPointerDown: (event: PointerEvent<HTMLElement>) => void;
		onPointerMove: (event: PointerEvent<HTMLElement>) => void;
		onPointerUp: () => void;
		onPointerCancel: () => void;
	};
	/** Shows each tile where it would be if the photo were dropped now. */
	styleOf: (index: number) => CSSProperties | undefined;
	/** The place that is being dragged, from 0. */
	dragged: number | undefined;
}

/** Reorders the children of a list by dragging, with a mouse at once and with a finger after a long press. */
export function useDragOrder(
	list: RefObject<HTMLElement | null>,
	onDrop: (from: number, to: number) => void,
): DragOrder {
	const gesture = useRef<Gesture>(undefined);
	const [drag, setDrag] = useState<Drag>();

	useEffect(() => {
		// A page that has begun to scroll under a finger cannot be stopped; this decides before it does.
		const holdPage = (event: Event) => {
			if (gesture.current?.places) event.preventDefault();
		};
		const stay = (event: Event) => {
			if (gesture.current) event.preventDefault();
		};
		const element = list.current;
		element?.addEventListener('touchmove', holdPage, { passive: false });
		element?.addEventListener('contextmenu', stay);
		return () => {
			element?.removeEventListener('touchmove', holdPage);
			element?.removeEventListener('contextmenu', stay);
		};
	}, [list]);

	function begin(tile: HTMLElement, pointerId: number) {
		const current = gesture.current;
		if (!current) return;
		const tiles = [...(list.current?.children ?? [])];
		current.places = tiles.map((child) => child.getBoundingClientRect());
		tile.setPointerCapture(pointerId);
		const { from, places } = current;
		setDrag({ from, to: from, x: 0, y: 0, places });
	}

	function end() {
		clearTimeout(gesture.current?.timer);
		gesture.current = undefined;
		setDrag(undefined);
	}

	function handleDown(from: number, event: PointerEvent<HTMLElement>) {
		const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
		if (event.button !== 0 || !event.isPrimary || isOnButton) return;
		const { clientX: x, clientY: y, pointerId, pointerType, currentTarget } = event;
		const rest = () => begin(currentTarget, pointerId);
		const timer = pointerType === 'mouse' ? undefined : window.setTimeout(rest, LONG_PRESS_MS);
		gesture.current = { from, x, y, timer, places: undefined };
	}

	function handleMove(event: PointerEvent<HTMLElement>) {
		const current = gesture.current;
		if (!current) return;
		const [x, y] = [event.clientX - current.x, event.clientY - current.y];
		const { from, places } = current;
		if (places) {
			const to = placeUnder(places, event.clientX, event.clientY);
			setDrag({ from, to, x, y, places });
		} else if (Math.hypot(x, y) > STILL_PX) {
			if (current.timer === undefined) begin(event.currentTarget, event.pointerId);
			else end();
		}
	}

	function handleUp() {
		if (drag && drag.from !== drag.to) onDrop(drag.from, drag.to);
		end();
	}

	return {
		handlersOf: (index) => ({
			onPointerDown: (event) => handleDown(index, event),
			onPointerMove: handleMove,
			onPointerUp: handleUp,
			onPointerCancel: end,
		}),
		styleOf: (index) => drag && styleIn(drag, index),
		dragged: drag?.from,
	};
}

function styleIn({ from, to, x, y, places }: Drag, index: number): CSSProperties {
	if (index === from) return { translate: `${x}px ${y}px`, zIndex: 1 };
	const [here, there] = [places[index], places[placeWhile(index, from, to)]];
	if (!here || !there) return {};
	return { translate: `${there.left - here.left}px ${there.top - here.top}px` };
}
