import {
	type CSSProperties,
	type PointerEvent,
	type RefObject,
	useEffect,
	useRef,
	useState,
} from 'react';
import { nearestTile, shiftedIndex, type TileRect } from './drag-order.ts';

/** How long a finger must rest on a photo to start dragging; a shorter touch scrolls the page. */
const LONG_PRESS_MS = 350;
/** Pointer movement in pixels that does not count as dragging yet. */
const DRAG_THRESHOLD_PX = 8;

interface Gesture {
	/** The index of the pressed tile. */
	from: number;
	/** Where the pointer was pressed, in pixels. */
	startX: number;
	startY: number;
	/** The pending long press of a finger; undefined for a mouse. */
	timer: number | undefined;
	/** The tiles' positions at the start of the drag; undefined before the drag. */
	rects: TileRect[] | undefined;
}

interface Drag {
	from: number;
	to: number;
	/** How far the pointer is from where it was pressed, in pixels. */
	offsetX: number;
	offsetY: number;
	rects: TileRect[];
}

export interface DragOrder {
	/** Pointer handlers for the element of a tile by which it is dragged. */
	tileHandlers: (index: number) => {
		onPointerDown: (event: PointerEvent<HTMLElement>) => void;
		onPointerMove: (event: PointerEvent<HTMLElement>) => void;
		onPointerUp: () => void;
		onPointerCancel: () => void;
	};
	/** Places each tile where it would be if the photo were dropped now. */
	tileStyle: (index: number) => CSSProperties | undefined;
	/** The index of the dragged tile. */
	draggedIndex: number | undefined;
}

/** Reorders the children of a list by dragging: with a mouse at once, with a finger after a long press. */
export function useDragOrder(
	list: RefObject<HTMLElement | null>,
	onDrop: (from: number, to: number) => void,
): DragOrder {
	const gesture = useRef<Gesture>(undefined);
	const [drag, setDrag] = useState<Drag>();

	useEffect(() => {
		// A scroll cannot be cancelled once it has begun, so every `touchmove` of a drag is blocked. Only a listener that is
		// not passive can block it.
		const blockScroll = (event: Event) => {
			if (gesture.current?.rects) event.preventDefault();
		};
		const blockContextMenu = (event: Event) => {
			if (gesture.current) event.preventDefault();
		};
		const element = list.current;
		element?.addEventListener('touchmove', blockScroll, { passive: false });
		element?.addEventListener('contextmenu', blockContextMenu);
		return () => {
			element?.removeEventListener('touchmove', blockScroll);
			element?.removeEventListener('contextmenu', blockContextMenu);
		};
	}, [list]);

	function startDrag(tile: HTMLElement, pointerId: number) {
		const ongoing = gesture.current;
		if (!ongoing) return;
		const tiles = [...(list.current?.children ?? [])];
		ongoing.rects = tiles.map((child) => child.getBoundingClientRect());
		tile.setPointerCapture(pointerId);
		const { from, rects } = ongoing;
		setDrag({ from, to: from, offsetX: 0, offsetY: 0, rects });
	}

	function endDrag() {
		clearTimeout(gesture.current?.timer);
		gesture.current = undefined;
		setDrag(undefined);
	}

	function handleDown(from: number, event: PointerEvent<HTMLElement>) {
		const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
		if (event.button !== 0 || !event.isPrimary || isOnButton) return;
		const { clientX: startX, clientY: startY, pointerId, pointerType, currentTarget } = event;
		const handleLongPress = () => startDrag(currentTarget, pointerId);
		const timer =
			pointerType === 'mouse' ? undefined : window.setTimeout(handleLongPress, LONG_PRESS_MS);
		gesture.current = { from, startX, startY, timer, rects: undefined };
	}

	function handleMove(event: PointerEvent<HTMLElement>) {
		const ongoing = gesture.current;
		if (!ongoing) return;
		if (isReleasedMouse(event)) return endDrag();
		const [offsetX, offsetY] = [event.clientX - ongoing.startX, event.clientY - ongoing.startY];
		const { from, rects } = ongoing;
		if (rects) {
			const to = nearestTile(rects, event.clientX, event.clientY);
			setDrag({ from, to, offsetX, offsetY, rects });
		} else if (Math.hypot(offsetX, offsetY) > DRAG_THRESHOLD_PX) {
			if (ongoing.timer === undefined) startDrag(event.currentTarget, event.pointerId);
			else endDrag();
		}
	}

	function handleUp() {
		if (drag && drag.from !== drag.to) onDrop(drag.from, drag.to);
		endDrag();
	}

	return {
		tileHandlers: (index) => ({
			onPointerDown: (event) => handleDown(index, event),
			onPointerMove: handleMove,
			onPointerUp: handleUp,
			onPointerCancel: endDrag,
		}),
		tileStyle: (index) => drag && dragStyle(drag, index),
		draggedIndex: drag?.from,
	};
}

/**
 * Whether the mouse button was released elsewhere. Before a drag starts, the pointer is not captured, so the tile gets
 * no event for the release.
 */
function isReleasedMouse({ pointerType, buttons }: PointerEvent): boolean {
	return pointerType === 'mouse' && buttons === 0;
}

function dragStyle({ from, to, offsetX, offsetY, rects }: Drag, index: number): CSSProperties {
	if (index === from) return { translate: `${offsetX}px ${offsetY}px`, zIndex: 1 };
	const [here, there] = [rects[index], rects[shiftedIndex(index, from, to)]];
	if (!here || !there) return {};
	return { translate: `${there.left - here.left}px ${there.top - here.top}px` };
}
