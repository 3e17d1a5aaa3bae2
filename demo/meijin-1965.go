REMARK The sixth game of the 1965 Meijin match in Ishi Standard Format.
REMARK Moves, names and dates are facts; the notes were written for kifu.
EVENT 4th Meijin title match, game 6
BLACK Rin Kaiho 8-dan
WHITE Sakata Eio 9-dan
DATE 18-19 September 1965
PLACE Ishikawa
KOMI 5
RULES Japanese
RESULT Black wins by 12
COM
Rin Kaiho, 23 years old, leads the match by three games to two.
With this game he takes the title from Sakata Eio.
ENDCOM
B 1 R16
W 2 D17
B 3 Q3
W 4 P16
B 5 E4
W 6 Q5
B 7 P17
W 8 O17
MARK #4 #7-8
COM
Black 7 attaches under the high approach, and White blocks with 8.
ENDCOM
B 9 Q17
   VAR 9
   B 9 R6
   W 10 Q17
   B 11 R17
   MARK ALL \t@Q5
   COM
   If Black turns to the marked stone on the right, White goes into
   the corner with 10.
   ENDCOM
   ENDVAR
W 10 N16
B 11 R14
W 12 R3
B 13 C4
W 14 C15
B 15 C10
W 16 J16
B 17 R2
W 18 R4
B 19 P2
W 20 H3
B 21 Q8
W 22 P13
B 23 N4
W 24 O5
B 25 N7
W 26 E2
B 27 N5
W 28 R7
B 29 C13
W 30 D9
B 31 D10
W 32 E9
B 33 B8
W 34 H9
MARK #31-34 a@D18 b@C17
COM
Black may enter the upper left corner at 'a', as he did, or at 'b'.
ENDCOM
DIAGRAM A10 K19
MARK #2 #14-16 #29 #31 a@D18 b@C17
COM
The same corner by itself, with the numbers of its stones.
ENDCOM
B 35 D18
W 36 E17
B 37 E18
W 38 F17
B 39 C17
W 40 B17
B 41 C16
W 42 B16
B 43 D16
W 44 C18
B 45 B18
W 46 C19
B 47 D15
W 48 A18
B 49 B15
W 50 F15
MARK ALL
UNMARK #1-34
COM The corner is settled
Black's stones from E18 round to B15 surround the white stones in
the corner. White has 36, 38 and 50 on the outside.
ENDCOM
B 51 N13
W 52 Q15
B 53 R15
W 54 S9
B 55 E10
W 56 F9
B 57 K16
W 58 J17
B 59 K14
W 60 K17
B 61 K3
W 62 J3
B 63 K4
W 64 D3
B 65 D4
W 66 C3
B 67 F2
W 68 E3
B 69 F3
W 70 F4
B 71 G4
W 72 F5
B 73 G5
W 74 F6
B 75 G3
W 76 B4
B 77 B5
W 78 B3
B 79 C6
W 80 G6
B 81 H5
W 82 H6
B 83 K12
W 84 D6
B 85 D7
W 86 E7
B 87 L16
W 88 N18
B 89 S11
W 90 L13
B 91 K13
W 92 M13
B 93 M12
W 94 L12
B 95 L11
W 96 M11
B 97 M14
W 98 N12
PRISONER M12
MARK #98 \d@M12
COM
The first man to be taken: the black one at M12.
ENDCOM
B 99 L14
W 100 M12
B 101 O12
W 102 L10
B 103 K11
W 104 N10
B 105 O13
W 106 O11
B 107 P12
W 108 Q11
B 109 Q12
W 110 R11
B 111 R12
W 112 S10
B 113 P11
W 114 P10
B 115 O9
W 116 O10
B 117 P18
W 118 O6
B 119 A16
W 120 B19
PRISONER B18
B 121 N6
W 122 S2
B 123 S1
W 124 O8
B 125 S3
W 126 P4
B 127 O4
W 128 P3
B 129 O3
W 130 T4
B 131 T2
PRISONER S2
COM
This is no ko: White cannot retake at S2.
ENDCOM
W 132 C7
B 133 B7
W 134 C9
B 135 B9
W 136 C8
B 137 E1
W 138 D1
B 139 F1
W 140 J5
B 141 J4
W 142 B1
B 143 S4
W 144 S5
B 145 M9
W 146 M10
B 147 Q2
W 148 P5
B 149 S12
W 150 N9
B 151 J6
W 152 J7
B 153 K6
W 154 K7
B 155 L7
W 156 L8
B 157 M7
W 158 M8
B 159 M17
W 160 M18
B 161 E14
W 162 J14
B 163 G10
W 164 A17
B 165 A15
W 166 F10
B 167 F11
W 168 G11
B 169 H11
W 170 G12
B 171 F12
W 172 H12
B 173 J11
W 174 H10
B 175 G13
W 176 H13
B 177 G14
W 178 A5
B 179 B6
W 180 B10
B 181 B11
W 182 G15
B 183 L17
W 184 L18
B 185 O18
W 186 N17
B 187 H14
W 188 E15
B 189 D14
W 190 N15
B 191 P14
W 192 P15
B 193 Q14
W 194 N8
B 195 J15
W 196 N19
B 197 H15
W 198 H16
B 199 A6
W 200 O19
B 201 P19
W 202 A4
B 203 J13
PRISONER J14
W 204 G9
PRISONER G10
MARK #203-204
COM
Five men were taken in the whole game: three of Black, two of White.
ENDCOM
B 205 Q4
W 206 R5
B 207 O7
W 208 P7
B 209 K10
W 210 K9
B 211 E16
W 212 F16
B 213 D5
W 214 E6
B 215 T10
W 216 T9
B 217 T11
W 218 F14
B 219 F13
W 220 M15
B 221 L15
W 222 N14
B 223 O14
W 224 O15
B 225 J10
W 226 J9
