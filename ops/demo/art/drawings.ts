import { clothesIron, extensionBoard, tableLamp } from './appliances.ts';
import { mattress, rug } from './bedding.ts';
import { bucket, plant, shoes, umbrella } from './belongings.ts';
import { multimeter, oscilloscope, solderingIron } from './bench.ts';
import { bicycle } from './bicycle.ts';
import { breadboard, circuitBoard, robotCar } from './boards.ts';
import { bookRow, bookStack } from './books.ts';
import { bundle, flashCards, ringFolder } from './bundles.ts';
import { calculator } from './calculator.ts';
import { laptop, monitor } from './computers.ts';
import { airCooler, tableFan } from './cooling.ts';
import { compassBox, miniDrafter, setSquares } from './drafting.ts';
import type { Drawing } from './drawing.ts';
import { drawingBoard, sheetTube } from './drawing-board.ts';
import { drive } from './drives.ts';
import { chair, foldingTable, mirror, studyTable } from './furniture.ts';
import { phone, powerBank, router, tablet } from './gadgets.ts';
import { keyboard, mouse } from './keyboards.ts';
import { bottle, induction, kettle } from './kitchen.ts';
import { boardGame, camera, guitar } from './leisure.ts';
import { backpack, suitcase } from './luggage.ts';
import { micrometer, vernierCaliper } from './measuring.ts';
import { notebook } from './notebook.ts';
import { questionPapers, spiralSet } from './papers.ts';
import { earbuds, headphones, speaker } from './sound.ts';
import { cricketBat, dumbbells, football, racket } from './sport.ts';
import { textbook } from './textbook.ts';
import { labCoat, safetyHelmet, toolKit } from './workshop.ts';

/** Everything the demo market knows how to draw. */
export const DRAWINGS = {
	airCooler,
	backpack,
	bicycle,
	boardGame,
	bookRow,
	bookStack,
	bottle,
	breadboard,
	bucket,
	bundle,
	calculator,
	camera,
	chair,
	circuitBoard,
	clothesIron,
	compassBox,
	cricketBat,
	drawingBoard,
	drive,
	dumbbells,
	earbuds,
	extensionBoard,
	flashCards,
	foldingTable,
	football,
	guitar,
	headphones,
	induction,
	kettle,
	keyboard,
	labCoat,
	laptop,
	mattress,
	micrometer,
	miniDrafter,
	mirror,
	monitor,
	mouse,
	multimeter,
	notebook,
	oscilloscope,
	phone,
	plant,
	powerBank,
	questionPapers,
	racket,
	ringFolder,
	robotCar,
	router,
	rug,
	safetyHelmet,
	setSquares,
	sheetTube,
	shoes,
	solderingIron,
	speaker,
	spiralSet,
	studyTable,
	suitcase,
	tableFan,
	tableLamp,
	tablet,
	textbook,
	toolKit,
	umbrella,
	vernierCaliper,
} as const satisfies Record<string, Drawing>;

export type DrawingName = keyof typeof DRAWINGS;
