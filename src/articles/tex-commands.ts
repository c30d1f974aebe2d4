/**
 * Commands of TeX, LaTeX, AMS and MediaWiki that typeset a formula or space it. None that defines, labels, links, loads or
 * hides something is here, so that no word can pass for one of them.
 */
const LETTERS = [
  'alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda mu nu xi omicron',
  'pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega digamma thetasym',
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi',
  'Psi Omega varGamma varDelta varTheta varLambda varXi varPi varSigma varUpsilon varPhi varPsi varOmega',
  'aleph beth gimel daleth hbar hslash ell imath jmath wp Re Im eth Finv Game Bbbk partial nabla infty emptyset',
  'varnothing complement mho angle measuredangle sphericalangle backprime prime flat natural sharp',
  'clubsuit diamondsuit heartsuit spadesuit surd top bot bigstar blacklozenge lozenge blacksquare square Box Diamond',
  'blacktriangle blacktriangledown triangle triangledown vartriangle checkmark maltese circledR circledS yen pounds',
  'ae AE oe OE aa AA o O l L ss S P dag ddag copyright degree cent euro AC N R Z C H Q reals Reals cnums Complex',
  'natnums weierp alef alefsym isin infin sdot lang rang sub sube supe harr hArr Harr',
  'plusmn sect larr lArr rarr rArr Rarr Larr uarr uArr Uarr darr dArr Darr lrarr lrArr Lrarr clubs diamonds hearts spades',
]

const OPERATORS = [
  'sum prod coprod int iint iiint iiiint idotsint oint oiint oiiint smallint intop bigcap bigcup bigsqcup bigvee',
  'bigwedge bigodot bigoplus bigotimes biguplus pm mp times div ast star circ bullet cdot cdotp ldotp centerdot',
  'cap cup uplus sqcap sqcup vee wedge lor land setminus smallsetminus wr diamond bigtriangleup bigtriangledown',
  'triangleleft triangleright lhd rhd unlhd unrhd oplus ominus otimes oslash odot bigcirc dagger ddagger amalg boxplus',
  'boxminus boxtimes boxdot circleddash circledast circledcirc dotplus divideontimes ltimes rtimes leftthreetimes',
  'rightthreetimes curlyvee curlywedge barwedge veebar doublebarwedge Cap Cup doublecap doublecup intercal gtrdot lessdot',
  'leq le geq ge lt gt eq leqslant geqslant leqq geqq ll gg lll ggg llless gggtr lesssim gtrsim lessapprox gtrapprox',
  'lessgtr gtrless lesseqgtr gtreqless lesseqqgtr gtreqqless neq ne equiv sim simeq cong approx approxeq asymp doteq',
  'doteqdot Doteq propto varpropto models perp mid nmid parallel nparallel shortmid shortparallel bowtie Join smile',
  'frown smallsmile smallfrown prec succ preceq succeq preccurlyeq succcurlyeq precsim succsim precapprox succapprox',
  'precneqq succneqq precnsim succnsim precnapprox succnapprox curlyeqprec curlyeqsucc nprec nsucc npreceq nsucceq',
  'subset supset subseteq supseteq subseteqq supseteqq subsetneq supsetneq subsetneqq supsetneqq varsubsetneq',
  'varsupsetneq varsubsetneqq varsupsetneqq nsubseteq nsupseteq nsubseteqq nsupseteqq Subset Supset sqsubset sqsupset',
  'sqsubseteq sqsupseteq in ni owns notin notni vdash dashv Vdash vDash Vvdash nvdash nvDash nVdash nVDash coloneqq',
  'colonequals coloneq eqqcolon eqcolon Coloneqq vcentcolon dblcolon colonapprox colonsim triangleq circeq bumpeq Bumpeq',
  'risingdotseq fallingdotseq eqcirc eqsim backsim backsimeq thicksim thickapprox between pitchfork because therefore',
  'vartriangleleft vartriangleright trianglelefteq trianglerighteq ntriangleleft ntriangleright ntrianglelefteq',
  'ntrianglerighteq blacktriangleleft blacktriangleright nless ngtr nleq ngeq nleqslant ngeqslant nleqq ngeqq lneq gneq',
  'lneqq gneqq lnsim gnsim lnapprox gnapprox lvertneqq gvertneqq nsim ncong eqslantless eqslantgtr',
  'forall exists nexists neg lnot not colon dots ldots cdots vdots ddots dotsb dotsc dotsi dotsm dotso iddots hdots',
]

const ARROWS = [
  'leftarrow gets rightarrow to leftrightarrow Leftarrow Rightarrow Leftrightarrow longleftarrow longrightarrow',
  'longleftrightarrow Longleftarrow Longrightarrow Longleftrightarrow iff implies impliedby mapsto longmapsto',
  'hookleftarrow hookrightarrow leftharpoonup leftharpoondown rightharpoonup rightharpoondown rightleftharpoons',
  'leftrightharpoons leadsto rightsquigarrow leftrightsquigarrow uparrow downarrow updownarrow Uparrow Downarrow',
  'Updownarrow nearrow searrow swarrow nwarrow nleftarrow nrightarrow nLeftarrow nRightarrow nleftrightarrow',
  'nLeftrightarrow dashleftarrow dashrightarrow leftleftarrows rightrightarrows leftrightarrows rightleftarrows',
  'upuparrows downdownarrows Lleftarrow Rrightarrow twoheadleftarrow twoheadrightarrow leftarrowtail rightarrowtail',
  'looparrowleft looparrowright curvearrowleft curvearrowright circlearrowleft circlearrowright Lsh Rsh upharpoonleft',
  'upharpoonright downharpoonleft downharpoonright restriction multimap xleftarrow xrightarrow xleftrightarrow',
  'xLeftarrow xRightarrow xLeftrightarrow xhookleftarrow xhookrightarrow xmapsto xrightleftharpoons',
  'xleftrightharpoons',
]

/** Functions that are shown by their name. */
const FUNCTIONS = [
  'arccos arcsin arctan arccot arcsec arccsc arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf',
  'limsup ln log max min Pr sec sin sinh sup tan tanh sech csch sgn bmod pmod mod pod injlim projlim argmax argmin',
  'varlimsup varliminf varinjlim varprojlim lcm TeX LaTeX',
]

const LAYOUT = [
  'frac dfrac tfrac cfrac binom dbinom tbinom brace brack over above atop choose genfrac sqrt root of stackrel overset',
  'underset substack sideset overline underline overbrace underbrace overbracket underbracket overrightarrow',
  'overleftarrow overleftrightarrow underrightarrow underleftarrow underleftrightarrow widehat widetilde widecheck hat check tilde acute grave dot',
  'ddot dddot ddddot breve bar vec mathring boxed fbox cancel bcancel xcancel limits nolimits displaylimits displaystyle',
  'textstyle scriptstyle scriptscriptstyle left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl',
  'Biggr bigm Bigm biggm Biggm lbrace rbrace lbrack rbrack langle rangle lfloor rfloor lceil rceil vert Vert lvert rvert',
  'lVert rVert ulcorner urcorner llcorner lrcorner lgroup rgroup lmoustache rmoustache backslash arrowvert bracevert',
  'mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak mathscr mathnormal mathop mathbin mathrel mathord',
  'mathopen mathclose mathpunct mathinner mathstrut mathchoice boldsymbol bm bold pmb Bbb frak cal rm bf it sf tt scr text textrm textbf textit',
  'textsf texttt textnormal textup mbox hbox operatorname operatornamewithlimits quad qquad enspace enskip thinspace medspace',
  'thickspace negthinspace negmedspace negthickspace space nobreakspace hspace mspace hskip mskip kern mkern strut',
  'smash null nonumber notag tag color textcolor hline cr newline allowbreak nobreak begin end bra ket braket Bra Ket',
]

const ENVIRONMENTS = [
  'array matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix cases dcases rcases aligned alignedat align alignat',
  'gather gathered equation split multline eqnarray subarray flalign',
]

const words = (lines: string[]) => new Set(lines.join(' ').split(' '))

/** The commands whose name is shown. */
export const TEX_FUNCTIONS = words(FUNCTIONS)
export const TEX_COMMANDS = words([...LETTERS, ...OPERATORS, ...ARROWS, ...FUNCTIONS, ...LAYOUT])
export const TEX_ENVIRONMENTS = words(ENVIRONMENTS)
